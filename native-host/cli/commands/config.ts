import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { exitCode } from '../exit-code.ts';

/** What `localagent config --json` prints. */
export const ConfigDocument = z.strictObject({
  schema: z.literal('localagent.config.v1'),
  file: z.string(),
  keys: z.array(
    z.strictObject({
      key: z.string(),
      type: z.string(),
      default: z.string(),
      range: z.string(),
      text: z.string(),
      value: z.string(),
    }),
  ),
});

export const config = defineCommand({
  name: 'config',
  summary: 'every key of config.yaml: type, default, range, and its value now',
  async run(invocation, { terminal, parts }) {
    const keys = parts.configKeys();
    if (invocation.json) {
      terminal.printJson({ schema: 'localagent.config.v1', file: parts.paths.config, keys: [...keys] });
      return exitCode.done;
    }
    terminal.say(parts.paths.config);
    terminal.print(
      keys.flatMap(({ key, value, type, range, text, default: preset }) => [
        `${terminal.paint('bold', key)} = ${value}`,
        `    ${text}`,
        `    ${type}${range.length > 1 ? ` (${range.replaceAll('`', '')})` : ''}; default ${preset}`,
      ]),
    );
    return exitCode.done;
  },
});
