import { expect, test } from 'vitest';
import { getText } from '../../../../entrypoints/background/tools/get-text.ts';
import { attempt } from '../../../../shared/faults.ts';
import { context, frame, ScriptedPage } from '../../../fakes/scripted-page.ts';

const block = (text: string) => ({ kind: 'paragraph', level: 0, text, markdown: `*${text}*`, frame: null });
const hole = { kind: 'frame', level: 0, text: '', markdown: '', frame: { index: 0, src: '' } };
const answer = (blocks: unknown[]) => ({
  blocks,
  content_type: 'text/html',
  heading: 'H',
  byline: '',
  published: '',
});
const args = (more: object = {}) => ({ part: 1, format: 'text', timeout_ms: 500, ...more }) as never;
const place = () => ({ index: 0, url: '', name: '' });

test('the text of a frame stands where the frame stands', async () => {
  const page = new ScriptedPage(
    {
      place,
      text: (_args, id) => (id === 0 ? answer([block('a'), hole, block('c')]) : answer([block('b')])),
    },
    [frame(0), frame(1, 0)],
  );
  expect((await getText(page, args(), [], context())).result).toMatchObject({
    text: 'a\n\nb\n\nc',
    parts: 1,
    heading: 'H',
  });
  expect((await getText(page, args({ format: 'markdown' }), [], context())).result.text).toBe(
    '*a*\n\n*b*\n\n*c*',
  );
});

test('a frame that does not answer is named instead of left out without a word', async () => {
  const page = new ScriptedPage(
    {
      place,
      text: (_args, id) =>
        id === 0 ? answer([hole]) : { fault: { code: 'timeout', message: 'm', hint: 'h' } },
    },
    [frame(0), frame(1, 0)],
  );
  expect((await getText(page, args(), [], context())).result.text).toBe(
    '(The frame https://x.test/1 could not be read.)',
  );
});

test('a part that does not exist is refused with how many there are', async () => {
  const page = new ScriptedPage({ text: () => answer([block('a')]) });
  const result = await attempt(() => getText(page, args({ part: 2 }), [], context()));
  expect(result).toMatchObject({
    fault: { code: 'bad-arguments', message: expect.stringContaining('1 parts') },
  });
});
