import { expect, test } from 'vitest';
import { ok } from '../../../shared/faults.ts';
import { examplePage, GateRig, target } from '../../fakes/gate-rig.ts';

/** What the policy is asked about a call on a page of this address. */
async function judgedAt(url: string, tool: string, args: Record<string, unknown>): Promise<unknown> {
  const rig = new GateRig();
  const page = { ...examplePage, page: 't2', url, origin: new URL(url).origin };
  rig.answers.pages = () => [page];
  rig.answers.prepare = () => ok({ page, targets: [target()], dialog: null });
  await rig.call(tool, { page: 't2', ...args });
  return rig.questions[0]?.resource;
}

test('a page that a page has written itself is read, left and closed as its writer’s, and acted in as nobody’s', async () => {
  const written = 'blob:https://shop.example/6a6f-11';
  const writers = { kind: 'site', url: 'https://shop.example/' };
  expect(await judgedAt(written, 'get_text', { selector: 'main' })).toEqual(writers);
  expect(await judgedAt(written, 'navigate', { action: 'back' })).toEqual(writers);
  expect(await judgedAt(written, 'close_page', {})).toEqual(writers);
  // No policy lets an address of this kind be acted on.
  expect(await judgedAt(written, 'click', { selector: 'text=Save' })).toEqual({ kind: 'site', url: written });
  expect(await judgedAt('blob:null/6a6f-11', 'get_text', { selector: 'main' })).toEqual({
    kind: 'site',
    url: 'null',
  });
});
