import type { Policies, Policy } from '../policy.ts';
import type { Tools } from '../tools.ts';
import { all, fill, must, quoted } from './look.ts';

// The mail boxes: what is wanted is said in set phrases, or in the words of many people.

type Wish =
  | Readonly<{ act: 'reply'; by: string; text: string }>
  | Readonly<{ act: 'forward'; by: string; to: string }>
  | Readonly<{ act: 'delete'; by: string }>
  | Readonly<{ act: 'star'; by: string }>;

async function senders(tools: Tools): Promise<readonly string[]> {
  return (await all(tools, '#main .email-sender')).map(({ text }) => text);
}

async function carryOut(tools: Tools, wish: Wish): Promise<void> {
  const at = (await senders(tools)).indexOf(wish.by);
  const thread = `#main .email-thread >> nth=${at}`;
  if (wish.act === 'delete') return void (await tools.click({ selector: `${thread} >> .trash` }));
  if (wish.act === 'star') return void (await tools.click({ selector: `${thread} >> .star` }));
  await tools.click({ selector: `${thread} >> .email-sender` });
  if (wish.act === 'reply') {
    await tools.click({ selector: '#email .email-reply' });
    await fill(tools, '#reply-text', wish.text);
    await tools.click({ selector: '#send-reply' });
  } else {
    await tools.click({ selector: '#email .email-forward' });
    await fill(tools, '#forward .forward-sender', wish.to);
    await tools.click({ selector: '#send-forward' });
  }
}

/** "Find the email by NAME and …" */
const setPhrase: Policy = async (utterance, tools) => {
  const by = must(/email by (.*?) and /.exec(utterance)?.[1], 'sender');
  const to = /forward that email to (.*)\.$/.exec(utterance)?.[1];
  const text = /with the text "(.*)"\.$/.exec(utterance)?.[1];
  if (to !== undefined) return carryOut(tools, { by, act: 'forward', to });
  if (text !== undefined) return carryOut(tools, { by, act: 'reply', text });
  await carryOut(tools, { by, act: utterance.includes('trash icon') ? 'delete' : 'star' });
};

const freeWords: Policy = async (utterance, tools) => {
  const names = [...new Set(await senders(tools))];
  const text = quoted(utterance.replace('""', '"').replace('" "', '"'))[0];
  if (text !== undefined) {
    const around = utterance.replace(text, '');
    return carryOut(tools, { by: must(namesIn(around, names)[0], 'sender'), act: 'reply', text });
  }
  const found = namesIn(utterance, names);
  const [first, second] = found;
  if (first !== undefined && second !== undefined)
    return carryOut(tools, { act: 'forward', ...whoToWhom(utterance, first, second) });
  const by = must(first, 'sender');
  const remove = /\b(?:delete|deleted|remove|rid of|trash|throw|recycling|out of my inbox|don't want)\b/i;
  await carryOut(tools, { by, act: remove.test(utterance) ? 'delete' : 'star' });
};

/** The names that a sentence holds, in its order; a longer name wins over one that it begins with. */
function namesIn(sentence: string, names: readonly string[]): readonly string[] {
  let left = sentence;
  const found: { readonly name: string; readonly at: number }[] = [];
  for (const name of [...names].sort((one, other) => other.length - one.length)) {
    const at = left.search(new RegExp(`(?:\\b|(?<=[a-z]))${name}(?![a-z-]{2})`));
    if (at === -1) continue;
    found.push({ name, at });
    left = left.slice(0, at) + '#'.repeat(name.length) + left.slice(at + name.length);
  }
  return found.sort((one, other) => one.at - other.at).map(({ name }) => name);
}

function whoToWhom(sentence: string, first: string, second: string): { by: string; to: string } {
  const words = sentence.replace(first, 'ONE').replace(second, 'TWO');
  const senderIs = (name: string) =>
    new RegExp(
      `(?:from|by) ${name}\\b|${name} (?:sent|wrote|email|wants his)|${name}'?s (?:\\w+ ){0,2}(?:e-?mail|message)|the ${name} e-?mail`,
      'i',
    ).test(words);
  const receiverIs = (name: string) =>
    new RegExp(
      `(?:to|give|let|email|send|forward|make sure|put) ${name}\\b(?!'s? (?:\\w+ )?(?:e-?mail|message))|to ${name}'s|in ${name}'s|^${name} (?:wants|needs|is waiting|must)`,
      'i',
    ).test(words);
  const secondSent = (senderIs('TWO') && !senderIs('ONE')) || (receiverIs('ONE') && !receiverIs('TWO'));
  return secondSent ? { by: second, to: first } : { by: first, to: second };
}

export const mail: Policies = {
  'email-inbox': setPhrase,
  'email-inbox-delete': setPhrase,
  'email-inbox-forward': setPhrase,
  'email-inbox-important': setPhrase,
  'email-inbox-noscroll': setPhrase,
  'email-inbox-reply': setPhrase,
  'email-inbox-star-reply': setPhrase,
  'email-inbox-forward-nl': freeWords,
  'email-inbox-forward-nl-turk': freeWords,
  'email-inbox-nl-turk': freeWords,
};
