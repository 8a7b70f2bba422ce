import { describe, expect, it } from 'vitest';
import { startProgressLine } from './progress-line.ts';

const recorded = (isTTY: boolean) => {
  const written: string[] = [];
  let at = 0;
  const line = startProgressLine({ isTTY, write: (text) => written.push(text) }, () => at);
  return { written, line, later: () => (at += 1_000) };
};

describe('the line of progress', () => {
  it('writes nothing where nobody watches', () => {
    const { written, line } = recorded(false);
    line.show('F1: 1 of 2');
    line.clear();
    expect(written).toEqual([]);
  });

  it('redraws itself in a terminal, not more often than a person can read, and goes away', () => {
    const { written, line, later } = recorded(true);
    for (let index = 0; index < 50; index += 1) line.show(`F1: ${index}`);
    later();
    line.show('F1: 50');
    line.clear();
    expect(written).toEqual(['\rF1: 0\u001b[K', '\rF1: 50\u001b[K', '\r\u001b[K']);
  });
});
