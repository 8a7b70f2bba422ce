import { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import type { graphql as declaration } from '../../../shared/tools/graphql.ts';
import type { Behaviour } from '../page.ts';

const answerCharactersMax = 4_000_000;

/** Runs in the isolated world, whose `fetch` no page can replace; a redirect would leave the endpoint that was judged. */
const send = `
  const response = await fetch(new URL(args.endpoint, location.origin), {
    method: 'POST',
    credentials: 'same-origin',
    redirect: 'error',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: args.query, variables: args.variables }),
  });
  const text = await response.text();
  return { status: response.status, text: text.slice(0, args.max + 1) };
`;

const Sent = z.object({ status: z.int(), text: z.string() });
const Answered = z.object({ data: z.json().optional(), errors: z.json().optional() });

export const graphql: Behaviour<typeof declaration> = async (page, args, _targets, context) => {
  const { query, variables, endpoint } = args;
  const given = { query, variables, endpoint, max: answerCharactersMax };
  const sent = Sent.parse(await page.evaluate(send, given, 'isolated', context.deadline));
  if (sent.text.length > answerCharactersMax) {
    return raise('too-large', 'The answer is too long.', 'Ask for fewer fields, or for fewer items.');
  }
  const answered = parsed(sent.text);
  if (answered === null) {
    const hint = 'See whether this is the right endpoint, and whether the person is signed in.';
    return raise('not-actionable', 'The endpoint answered with something other than GraphQL.', hint, {
      status: sent.status,
      answer: sent.text.slice(0, 500),
    });
  }
  const { data = null, errors = null } = answered;
  return { result: { status: sent.status, data, errors }, verified: errors === null && sent.status < 400 };
};

function parsed(text: string): z.infer<typeof Answered> | null {
  try {
    return Answered.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
