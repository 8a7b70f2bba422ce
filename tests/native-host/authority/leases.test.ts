import { expect, test } from 'vitest';
import { idleMs, PageLeases } from '../../../native-host/authority/leases.ts';
import type { Caller } from '../../../shared/actions.ts';
import { examplePage } from '../../fakes/gate-rig.ts';

const caller = (id: string, kind: Caller['kind'] = 'mcp'): Caller => ({ kind, id, unattended: false });
const one = caller('mcp-one');
const two = caller('mcp-two');
const personsOwn = { ...examplePage, page: 't7', owned: false };

function leasesAt(start = 0) {
  const clock = { now: start };
  const leases = new PageLeases(() => clock.now);
  const claim = (who: Caller, page = examplePage, tool = 'click') =>
    leases.claim({ caller: who, profile: 'main', page, tool, timeoutMs: 10_000 });
  return { leases, clock, claim };
}

test('of two callers that want a page, the second hears who has it and until when', () => {
  const { claim } = leasesAt();
  expect(claim(one)).toBeNull();
  expect(claim(two)).toMatchObject({
    code: 'denied',
    message: expect.stringContaining('in use by mcp-one'),
    detail: { held_by: 'mcp-one', until: new Date(idleMs + 10_000).toISOString() },
  });
  expect(claim(one)).toBeNull();
});

test('a lease ends with its holder, or when its holder has been idle', () => {
  const { claim, leases, clock } = leasesAt();
  claim(one);
  leases.release('mcp-one');
  expect(claim(two)).toBeNull();
  clock.now = idleMs + 9_999;
  expect(claim(one)).not.toBeNull();
  clock.now = idleMs + 10_000;
  expect(claim(one)).toBeNull();
});

test('each act renews the lease', () => {
  const { claim, clock } = leasesAt();
  claim(one);
  clock.now = idleMs;
  claim(one);
  clock.now = idleMs * 2;
  expect(claim(two)).not.toBeNull();
});

test("the person's own tab must be borrowed by name, and is then held like any other", () => {
  const { claim } = leasesAt();
  expect(claim(one, personsOwn)).toMatchObject({
    code: 'denied',
    hint: expect.stringContaining('select_page with "t7"'),
  });
  expect(claim(one, personsOwn, 'select_page')).toBeNull();
  expect(claim(one, personsOwn)).toBeNull();
  expect(claim(two, personsOwn, 'select_page')).not.toBeNull();
});

test('a page that an act opened is held by its caller, unless another was first', () => {
  const { leases, claim } = leasesAt();
  leases.take(one, 'main', [examplePage]);
  leases.take(two, 'main', [examplePage]);
  expect(leases.holderOf('main', examplePage.page)).toBe('mcp-one');
  expect(claim(two)).not.toBeNull();
});

test('a command line holds nothing, and does not act in what another holds', () => {
  const { leases, claim } = leasesAt();
  const terminal = caller('client-x', 'client');
  expect(claim(terminal)).toBeNull();
  expect(leases.holderOf('main', examplePage.page)).toBeNull();
  expect(claim(terminal, personsOwn)).toBeNull();
  claim(one);
  expect(claim(terminal)).toMatchObject({ code: 'denied' });
});

test('the same number in another browser is another page', () => {
  const { leases, claim } = leasesAt();
  claim(one);
  expect(
    leases.claim({ caller: two, profile: 'work', page: examplePage, tool: 'click', timeoutMs: 0 }),
  ).toBeNull();
  expect(leases.holderOf('main', examplePage.page)).toBe('mcp-one');
  expect(leases.holderOf('work', examplePage.page)).toBe('mcp-two');
});
