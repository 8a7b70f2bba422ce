import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createTerminal } from '../../../native-host/cli/terminal.ts';

function terminal(options: Readonly<{ tty?: boolean; quiet?: boolean; env?: Record<string, string> }>) {
  const tty = options.tty ?? false;
  const stream = () => Object.assign(new PassThrough(), { isTTY: tty });
  const streams = { stdin: stream(), stdout: stream(), stderr: Object.assign(stream(), { columns: 40 }) };
  const made = createTerminal(streams, { quiet: options.quiet ?? false, env: options.env ?? {} });
  return { made, streams, err: () => String(streams.stderr.read() ?? '') };
}

test('in a pipe progress is plain lines, nothing is redrawn and nothing coloured', () => {
  const { made, err } = terminal({});
  made.live(['working']);
  made.say(made.paint('red', 'one'));
  expect(err()).toBe('one\n');
});

test('on a terminal the live lines make way for the next line', () => {
  const { made, err } = terminal({ tty: true });
  made.live([`working ${'x'.repeat(100)}`]);
  made.say('one');
  const text = err();
  expect(text).toContain('\u001b[1A\u001b[0J');
  expect(text.split('\n')[0]).toHaveLength(39);
  expect(made.paint('red', 'x')).toBe('\u001b[31mx\u001b[39m');
});

test('NO_COLOR takes the colours away', () => {
  expect(terminal({ tty: true, env: { NO_COLOR: '1' } }).made.paint('red', 'x')).toBe('x');
});

test('--quiet silences progress and not warnings', () => {
  const { made, err } = terminal({ quiet: true });
  made.say('progress');
  made.warn('warning');
  expect(err()).toBe('warning\n');
});

test('a hidden value is read without an echo, with corrections', async () => {
  const { made, streams, err } = terminal({ tty: true });
  const value = made.readValue('Value: ');
  streams.stdin.write('abx\u007fcé\r');
  expect(await value).toBe('abcé');
  expect(err()).toBe('Value: \n');
});

test('a piped value loses its last line end only', async () => {
  const { made, streams } = terminal({});
  streams.stdin.end('a\nb \r\n');
  expect(await made.readValue('')).toBe('a\nb ');
});
