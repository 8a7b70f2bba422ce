import { expect, test } from 'vitest';
import { badArguments, unknownTool } from '../../../shared/tools/bad-arguments.ts';
import { click } from '../../../shared/tools/click.ts';

function faultOf(args: unknown) {
  const parsed = click.input.safeParse(args);
  if (parsed.success) throw new Error('these arguments fit');
  return badArguments('click', parsed.error, Object.keys(click.input.shape));
}

test('a misspelt argument is told with the one that was meant', () => {
  const fault = faultOf({ selector: 'a', buton: 'left' });
  expect(fault.message).toContain('unknown argument "buton" (did you mean "button"?)');
  expect(fault.hint).toBe(`click takes: ${Object.keys(click.input.shape).join(', ')}.`);
});

test('an argument of the wrong kind is told by its name', () => {
  expect(faultOf({ selector: 7 })).toMatchObject({
    code: 'bad-arguments',
    message: expect.stringContaining('"selector"'),
  });
});

test('a misspelt tool is told with the one that was meant', () => {
  expect(unknownTool('clik').hint).toBe('Did you mean "click"?');
  expect(unknownTool('x'.repeat(5000)).message.length).toBeLessThan(200);
});
