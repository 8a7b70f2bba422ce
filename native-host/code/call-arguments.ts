import { tools } from '../../shared/tools/index.ts';

type Args = Readonly<Record<string, unknown>>;

/** What a script writes, as the tool takes it: `secret` of `/fill`, and what `/dom` shows where nothing is said. */
export function toolArguments(path: string, args: Args): Args {
  if (path === '/fill' && 'secret' in args) {
    const { secret, ...rest } = args;
    return { ...rest, value: secret };
  }
  if (path === '/dom') return { selector: 'body *', visible_only: true, ...args };
  return args;
}

/** Names of the arguments that a path takes. */
export function argumentNames(path: string, tool: string | null): readonly string[] {
  if (path === '/url' || path === '/pages' || path === '/time') return [];
  const shape = tool === null ? {} : (tools.get(tool)?.input.shape ?? {});
  return path === '/fill' ? [...Object.keys(shape), 'secret'] : Object.keys(shape);
}

const reference = /^secret:([A-Za-z0-9_.-]{1,100})$/;

/** Secrets that a call would use: values of `/fill`, the password of `/navigate`; elsewhere the words are plain text. */
export function secretsIn(tool: string | null, args: Args): readonly string[] {
  if (tool !== 'fill' && tool !== 'navigate') return [];
  const found = new Set<string>();
  const look = (value: unknown, depth: number): void => {
    if (typeof value === 'string') {
      const name = reference.exec(value)?.[1];
      if (name !== undefined) found.add(name);
    } else if (typeof value === 'object' && value !== null && depth < 5) {
      for (const part of Object.values(value)) look(part, depth + 1);
    }
  };
  look(tool === 'fill' ? [args['value'], args['fields'], args['secret']] : args['auth'], 0);
  return [...found];
}
