import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const module = new URL('../../../native-host/io/own-stdout.ts', import.meta.url).href;
const program = `
  import ${JSON.stringify(module)};
  import { frameOutput } from ${JSON.stringify(module)};
  console.log('log'); console.info('info'); console.table([{ a: 1 }]); console.dir({ b: 2 });
  process.stdout.write('written');
  process.emitWarning('warned');
  frameOutput.write('frame', () => process.exit(0));
`;

test('whatever prints, prints to standard error; standard output carries the frames alone', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    program,
  ]);
  expect(stdout).toBe('frame');
  for (const words of ['log', 'info', 'b: 2', 'written', 'warned']) expect(stderr).toContain(words);
});
