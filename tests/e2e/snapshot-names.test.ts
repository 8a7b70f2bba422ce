import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Resolution } from '../../shared/engine-methods.ts';
import { bundleEngine } from '../fakes/engine-bundle.ts';
import { ToolBench } from '../fakes/tool-bench.ts';
import { nameCases } from './name-cases.ts';

// Roles and names as Chromium itself computes them for assistive technology, against ours.

let bench: ToolBench;

beforeAll(async () => {
  bench = await ToolBench.start();
});

afterAll(() => bench.close());

type Named = { readonly role: string; readonly name: string };

/** Chromium's own words for what ARIA calls otherwise. */
const sameRole: Readonly<Record<string, string>> = {
  image: 'img',
  Iframe: 'iframe',
  Video: 'video',
  Canvas: 'canvas',
  Date: 'textbox',
  ColorWell: 'textbox',
  DisclosureTriangle: 'button',
  LayoutTable: 'table',
  // Roles by which nobody looks for anything.
  generic: '',
  LabelText: '',
  emphasis: '',
  strong: '',
  time: '',
  mark: '',
};

/** Where ours is another one on purpose. */
const otherwise: Readonly<Record<string, Partial<Named>>> = {
  // A row is found by the words of its cells, which ARIA allows and Chromium leaves out.
  r1: { name: 'A 1 x' },
  // What is written for browsers without video is not shown.
  vi: { name: 'Film' },
  // A form, a group of headings and an address say nothing without a name.
  fo2: { role: '' },
  hg: { role: '' },
  ad: { role: '' },
  // A picture that says it is none, for all its title.
  m5: { role: '' },
};

async function theirs(ids: readonly string[]): Promise<ReadonlyMap<string, Named | null>> {
  const session = await bench.page.context().newCDPSession(bench.page);
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const nodes = new Map<string, number>();
  const visit = (node: typeof root): void => {
    const at = (node.attributes ?? []).indexOf('id');
    const id = at < 0 ? undefined : node.attributes?.[at + 1];
    if (id !== undefined) nodes.set(id, node.nodeId);
    for (const child of [...(node.children ?? []), ...(node.shadowRoots ?? [])]) visit(child);
  };
  visit(root);
  const found = new Map<string, Named | null>();
  for (const id of ids) {
    const nodeId = nodes.get(id) ?? 0;
    const answer = await session.send('Accessibility.getPartialAXTree', { nodeId, fetchRelatives: false });
    const node = answer.nodes[0];
    const role = String(node?.role?.value ?? '');
    const name = String(node?.name?.value ?? '').trim();
    found.set(id, node === undefined || node.ignored ? null : { role: sameRole[role] ?? role, name });
  }
  return found;
}

async function ours(ids: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  await bench.page.evaluate(await bundleEngine());
  const answers: unknown = await bench.page.evaluate(async (all) => {
    const engine: unknown = Reflect.get(globalThis, '__localagentEngine');
    const call: unknown = Reflect.get(Object(engine), 'call');
    if (typeof call !== 'function') throw new Error('no engine');
    const ask = (id: string) => {
      const parts = [{ kind: 'css', css: `#${id}` }];
      return Reflect.apply(call, engine, ['resolve', { parts, readiness: 'attached' }]);
    };
    return Promise.all(all.map(ask));
  }, ids);
  const parsed = z.array(z.object({ value: Resolution })).parse(answers);
  return new Map(
    parsed.flatMap(({ value }, at) => {
      const id = ids[at] ?? '';
      return value.state === 'found' ? [[id, { role: value.target.role, name: value.target.name }]] : [];
    }),
  );
}

test('roles and names are those that Chromium computes', async () => {
  await bench.open(nameCases);
  const ids = await bench.page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(170);
  const [mine, its] = [await ours(ids), await theirs(ids)];
  const different = ids.flatMap((id) => {
    const wanted = its.get(id);
    // What is ignored has no name to compare.
    if (wanted === null || wanted === undefined) return [];
    const expected = { ...wanted, ...otherwise[id] };
    const got = mine.get(id);
    return got?.role === expected.role && got.name === expected.name ? [] : [{ id, got, expected }];
  });
  expect(different).toEqual([]);
});
