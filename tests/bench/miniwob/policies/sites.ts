import type { Policies, Policy } from '../policy.ts';
import type { Tools } from '../tools.ts';
import { pickDate } from './choosing.ts';
import {
  all,
  clickOn,
  clickText,
  eventually,
  fill,
  group,
  must,
  one,
  quoted,
  type Seen,
  shown,
  textOf,
} from './look.ts';

const searchEngine: Policy = async (utterance, tools) => {
  await fill(tools, '#search-text', must(quoted(utterance)[0], 'words'));
  await tools.click({ selector: '#search' });
  const at = Number.parseInt(group(utterance, /the (\d)\w\w search result/), 10) - 1;
  if (at >= 3) await clickText(tools, '#pagination a', String(Math.floor(at / 3) + 1));
  await tools.click({ selector: `#page-content a >> nth=${at % 3}` });
};

const phoneBook: Policy = async (utterance, tools) => {
  const [, name, property] = must(
    /Find (.*) in the contact book and click on their (\w+)/.exec(utterance),
    'wish',
  );
  for (let page = 0; page < 5; page++) {
    if ((await textOf(tools, '#contact .name')) === name) break;
    await clickText(tools, '#pagination a', '>');
  }
  await tools.click({ selector: `#contact a.${property}` });
};

const postButton: Policy = async (utterance, tools) => {
  const user = group(utterance, /For the user (\S+),/);
  const action = must(quoted(utterance)[0], 'button');
  const at = (await all(tools, '.media .username')).findIndex(({ text }) => text === user);
  const post = `.media >> nth=${at}`;
  const direct = ['Reply', 'Retweet', 'Like'].find((name) => name === action);
  const button = `${post} >> .${direct?.toLowerCase() ?? 'more'}`;
  // Under the pointer each button shows another picture, and has no size until that is there.
  await tools.hover({ selector: button });
  await tools.click({ selector: button });
  if (direct !== undefined) return;
  const item = await eventually(async () =>
    (await shown(tools, `${post} >> li`)).find(({ text }) => text.startsWith(action)),
  );
  await clickOn(tools, item);
};

const postButtons: Policy = async (utterance, tools) => {
  const button = must(quoted(utterance)[0], 'button').toLowerCase();
  const user = group(utterance, /by (@\S+)/);
  const most = /on (\d+) post/.exec(utterance)?.[1];
  const posts = (await all(tools, '.media .username')).flatMap(({ text }, at) => (text === user ? [at] : []));
  for (const at of posts.slice(0, most === undefined ? posts.length : Number(most)))
    await tools.click({ selector: `.media >> nth=${at} >> .${button}` });
  await tools.click({ selector: '#submitRow button' });
};

type Offer = Readonly<{ price: number; minutes: number }>;

function offerOf({ text }: Seen): Offer {
  const [, hours, minutes] = must(/(\d+)h (\d+)m/.exec(text), 'duration');
  return {
    price: Number(must(/\$(\d+)/.exec(text)?.[1], 'price')),
    minutes: Number(hours) * 60 + Number(minutes),
  };
}

/** The place of the cheapest, dearest, shortest or longest. */
function bestOf(offers: readonly Offer[], wish: string): number {
  const values = offers.map(({ price, minutes }) => (/cost|cheapest|expensive/.test(wish) ? price : minutes));
  const best = /cheapest|shortest/.test(wish) ? Math.min(...values) : Math.max(...values);
  return values.indexOf(best);
}

const buyTicket: Policy = async (utterance, tools) => {
  const offers = (await all(tools, '.flight')).map(offerOf);
  const at = bestOf(offers, group(utterance, /with the (.*)\.$/));
  await tools.click({ selector: `.flight >> nth=${at} >> button` });
};

const bookFlight: Policy = async (utterance, tools) => {
  const [, wish, from, to, date] = must(
    /Book the (\w+) one-way flight from: (.*) to: (.*) on (\d+\/\d+\/\d+)/.exec(utterance),
    'wish',
  );
  await enterAirport(tools, '#flight-from', must(from, 'from'));
  await enterAirport(tools, '#flight-to', must(to, 'to'));
  await pickDate(tools, '#datepicker', must(date, 'date'));
  await tools.click({ selector: '#search' });
  const flights = await eventually(async () => {
    const found = await all(tools, '.flight');
    return found.length > 0 ? found : null;
  });
  const at = bestOf(flights.map(offerOf), must(wish, 'wish'));
  await tools.click({ selector: `.flight >> nth=${at} >> .flight-price` });
};

async function enterAirport(tools: Tools, field: string, name: string): Promise<void> {
  await tools.press_key({ selector: field, text: name });
  const item = await eventually(async () =>
    (await shown(tools, '.ui-menu-item')).find(({ text }) => text.includes(name)),
  );
  await clickOn(tools, item);
}

const ticksMax = 400;
/** How far below the wanted price it must be, so that it stays below while the click is on its way. */
const margin = 2.5;

const buyStock: Policy = async (utterance, tools) => {
  const limit = Number(group(utterance, /less than \$([\d.]+?)\.?$/));
  let last = '';
  let still = 0;
  for (let tick = 0; tick < ticksMax; tick++) {
    const { text } = await one(tools, '#stock-price');
    still = text === last ? still + 1 : 0;
    last = text;
    const price = Number(text.slice(1));
    if (text !== '' && (price < limit - margin || (still > 8 && price <= limit))) break;
  }
  await tools.click({ selector: '#buy' });
};

export const sites: Policies = {
  'search-engine': searchEngine,
  'phone-book': phoneBook,
  'social-media': postButton,
  'social-media-all': postButtons,
  'social-media-some': postButtons,
  'buy-ticket': buyTicket,
  'book-flight': bookFlight,
  'book-flight-nodelay': bookFlight,
  'stock-market': buyStock,
};
