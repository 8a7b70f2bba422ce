import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, given, type Rig, startRig } from './rig.ts';
import { type SmallSite, serveSite } from './small-site.ts';

// Goal: two browsers with two profiles share one authority, and a call meant for one never touches the other.

const names = ['left', 'right'] as const;
const rounds = 12;

let site: SmallSite;
let rig: Rig;
let client: Client;

const pageOf = (name: string): string => `<!doctype html><title>${name}</title><h1>The ${name} page</h1>
  <p id="count">0</p><button>Count ${name}</button><script>
    const count = document.querySelector('#count');
    document.querySelector('button').addEventListener('click', () => {
      count.textContent = String(Number(count.textContent) + 1);
      fetch('/counted-${name}?' + count.textContent, { method: 'POST' });
    });
  </script>`;

beforeAll(async () => {
  site = await serveSite({ '/left': pageOf('left'), '/right': pageOf('right') });
  rig = await startRig({
    profiles: names,
    policy: () =>
      `version: 1\nread: { mode: allow-list, resources: ["origin:${site.origin}"] }\n` +
      `write: { mode: allow-list, resources: ["origin:${site.origin}"] }\n`,
  });
  client = await rig.client();
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await site.close();
});

/** Authorities of the rig's data folder among the processes of this machine. */
function authorities(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return program.includes('main.mjs') && environment.includes(`LOCALAGENT_HOME=${rig.paths.home}\0`);
      } catch {
        return false;
      }
    });
}

test('two browsers with two profiles join one authority, each under its own name', async () => {
  const status = given(await client.authority.call('status.get', {}));
  expect(status.profiles.map(({ name }) => name)).toEqual([...names]);
  expect(authorities()).toEqual([status.pid]);
});

test('calls interleaved between two profiles never cross', async () => {
  await Promise.all(
    names.map((profile) => client.call('navigate', { url: `${site.origin}/${profile}` }, { profile })),
  );
  const work = names.map(async (profile) => {
    const other = profile === 'left' ? 'right' : 'left';
    for (let round = 1; round <= rounds; round++) {
      const clicked = await client.call('click', { selector: 'role=button' }, { profile });
      expect(clicked.receipt.fault).toBeNull();
      expect(clicked.receipt.target).toBe(`button "Count ${profile}"`);
      const read = await client.call('get_text', {}, { profile });
      expect(read.result?.['text']).toContain(`The ${profile} page`);
      expect(read.result?.['text']).not.toContain(other);
      const count = await client.call('get_text', { selector: '#count' }, { profile });
      expect(count.result?.['text']).toBe(String(round));
    }
  });
  await Promise.all(work);
  for (const name of names) {
    const posts = site.requests.filter(({ path }) => path.startsWith(`/counted-${name}`));
    expect(posts.map(({ path }) => path)).toEqual(
      Array.from({ length: rounds }, (_, index) => `/counted-${name}?${index + 1}`),
    );
  }
});

test('each profile lists its own pages only', async () => {
  for (const profile of names) {
    const { result } = await client.call('list_pages', {}, { profile });
    const text = JSON.stringify(result?.['pages']);
    expect(text).toContain(`${site.origin}/${profile}`);
    expect(text).not.toContain(`${site.origin}/${profile === 'left' ? 'right' : 'left'}`);
  }
});

test('with two connected and none named, a fault lists both, and nothing is done', async () => {
  const before = site.requests.length;
  const { receipt, result } = await client.call('navigate', { url: `${site.origin}/left` });
  expect(result).toBeNull();
  expect(receipt.fault).toMatchObject({ code: 'bad-arguments', detail: { profiles: [...names] } });
  expect(receipt.fault?.message).toContain('left, right');
  const run = await rig.home.run(rig.runArguments('2026-06'));
  expect(run.code).toBe(2);
  expect(run.stderr).toMatch(/left \(.*\), right \(.*\)/);
  const wrong = await client.call('list_pages', {}, { profile: 'middle' });
  expect(wrong.receipt.fault).toMatchObject({ code: 'browser-gone' });
  expect(wrong.receipt.fault?.hint).toContain('left, right');
  expect(site.requests.length).toBe(before);
});

test('a browser is asked whether it has a model of its own, and its answer is told', async () => {
  const { models, tried } = given(await client.authority.call('model.list', {}));
  const listed = models.some(({ provider }) => provider === 'chrome');
  const trouble = tried.find(({ provider }) => provider === 'chrome')?.trouble ?? '';
  // Which it is depends on browser and machine; that nobody answered would be told as one of neither.
  expect(
    listed || /no built-in model|cannot run a model here|not downloaded yet|being downloaded/.test(trouble),
  ).toBe(true);
});
