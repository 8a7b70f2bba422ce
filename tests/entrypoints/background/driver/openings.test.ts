import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Openings } from '../../../../entrypoints/background/driver/openings.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listening() {
  const told: string[] = [];
  const openings = new Openings({
    onOpened: (source, tabId, url) => told.push(`${source} opened ${tabId} ${url}`),
  });
  return { openings, told };
}

test('webNavigation names the page that opened a tab, once', async () => {
  const { openings, told } = listening();
  openings.windowAsked(1);
  openings.tabCreated(9, '');
  openings.targetCreated(2, 9, 'https://a.example/');
  await vi.advanceTimersByTimeAsync(500);
  expect(told).toEqual(['2 opened 9 https://a.example/']);
});

test('a window that goes nowhere belongs to the page that asked for it', async () => {
  const { openings, told } = listening();
  openings.windowAsked(1);
  openings.tabCreated(9, 'about:blank');
  await vi.advanceTimersByTimeAsync(500);
  expect(told).toEqual(['1 opened 9 about:blank']);
});

test("a tab that the person opens is nobody's", async () => {
  const { openings, told } = listening();
  openings.tabCreated(8, 'chrome://newtab/');
  openings.windowAsked(1);
  await vi.advanceTimersByTimeAsync(1_500);
  openings.tabCreated(9, 'chrome://newtab/');
  await vi.advanceTimersByTimeAsync(500);
  expect(told).toEqual([]);
});
