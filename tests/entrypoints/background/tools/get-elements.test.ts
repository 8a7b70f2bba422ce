import { expect, test } from 'vitest';
import { getElements } from '../../../../entrypoints/background/tools/get-elements.ts';
import { context, ScriptedPage } from '../../../fakes/scripted-page.ts';

const element = {
  ref: 'e7',
  tag: 'circle',
  role: '',
  name: '',
  text: '',
  value: null,
  checked: null,
  attributes: { r: '4' },
  box: { x: 1, y: 2, width: 8, height: 8 },
  visible: true,
  styles: {},
};

test('the elements come with refs for the next call, and the count of all', async () => {
  const page = new ScriptedPage({ elements: () => ({ elements: [element], count: 3, frame: null }) });
  const args = { selector: 'circle', styles: ['fill'], visible_only: false, max: 1, timeout_ms: 500 };
  const { result } = await getElements(page, args, [], context());
  expect(result).toEqual({ elements: [element], count: 3 });
});

test('a frame that is not there any more holds none', async () => {
  const frame = { ref: 'e1', index: 0, src: 'https://gone.example/', used: 1 };
  const page = new ScriptedPage({ elements: () => ({ elements: [], count: 0, frame }) });
  const args = { selector: 'frame=#f >> p', styles: [], visible_only: false, max: 1, timeout_ms: 500 };
  expect((await getElements(page, args, [], context())).result).toEqual({ elements: [], count: 0 });
});
