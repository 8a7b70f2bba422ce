import { expect, test } from 'vitest';
import { screenshot } from '../../../../entrypoints/background/tools/screenshot.ts';
import { attempt } from '../../../../shared/faults.ts';
import { context, frame, ScriptedPage } from '../../../fakes/scripted-page.ts';

const args = (more: object = {}) =>
  ({ full_page: false, format: 'png', max_width: 500, timeout_ms: 500, ...more }) as never;
const metrics = () => ({
  scroll: { x: 0, y: 40 },
  viewport: { width: 1000, height: 600 },
  page: { width: 1000, height: 90_000 },
  pixel_ratio: 2,
});

class Camera extends ScriptedPage {
  readonly clips: unknown[] = [];
  readonly inView: boolean[] = [];
  override async capture(...[{ clip, inView }]: Parameters<ScriptedPage['capture']>): Promise<string> {
    this.clips.push(clip);
    this.inView.push(inView);
    return 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAC0lEQVR42mNgQAcAABIAAeRVjecAAAAASUVORK5CYII=';
  }
}

test('a picture is scaled to the width asked for, whatever the screen', async () => {
  const page = new Camera({ metrics, masks: () => ({ boxes: [] }) });
  await screenshot(page, args(), [], context());
  expect(page.clips).toEqual([{ x: 0, y: 40, width: 1000, height: 600, scale: 0.25 }]);
});

test('without a width a picture is as large as models take it whole: by its sides and by its area', async () => {
  const page = new Camera({ metrics, masks: () => ({ boxes: [] }) });
  const usual = { max_width: undefined };
  const { result } = await screenshot(page, args(usual), [], context());
  expect(result.scale).toBe(1);
  expect((await screenshot(page, args({ ...usual, full_page: true }), [], context())).result.scale).toBe(
    0.098,
  );
  const large = () => ({ ...metrics(), viewport: { width: 1500, height: 1500 } });
  const square = new Camera({ metrics: large, masks: () => ({ boxes: [] }) });
  const { scale } = (await screenshot(square, args(usual), [], context())).result;
  expect(1500 * scale * (1500 * scale)).toBeLessThan(1_160_000);
});

test('the page is drawn anew only for what is not in view', async () => {
  const page = new Camera({ metrics, masks: () => ({ boxes: [] }) });
  await screenshot(page, args(), [], context());
  await screenshot(page, args({ full_page: true }), [], context());
  expect(page.inView).toEqual([true, false]);
});

test('a page taller than pictures can be is pictured from its top', async () => {
  const page = new Camera({ metrics, masks: () => ({ boxes: [] }) });
  await screenshot(page, args({ full_page: true }), [], context());
  expect(page.clips).toMatchObject([{ y: 0, height: 16_000 }]);
});

test('no picture is taken while a frame cannot tell its secret fields', async () => {
  const fault = { code: 'timeout', message: 'm', hint: 'h' };
  const page = new Camera({ metrics, masks: (_args, id) => (id === 1 ? { fault } : { boxes: [] }) }, [
    frame(0),
    frame(1, 0),
  ]);
  expect(await attempt(() => screenshot(page, args(), [], context()))).toMatchObject({
    fault: { code: 'not-actionable' },
  });
  expect(page.clips).toEqual([]);
});
