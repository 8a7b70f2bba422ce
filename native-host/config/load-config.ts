import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { nearestName } from '../../shared/nearest-name.ts';
import { StartError } from '../io/start-error.ts';
import { Config } from './config.ts';

const fileBytesMax = 262_144;
const aliasesMax = 20;

/**
 * Reads config.yaml; no file: every default. Throws `StartError` naming file, line and key, what is wrong
 * with it and the key that was probably meant.
 */
export function loadConfig(path: string): Config {
  const lines = new LineCounter();
  const document = parseDocument(readText(path), { lineCounter: lines, stringKeys: true });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    const line = lines.linePos(problem.pos[0]).line;
    throw new StartError(
      `The configuration is not valid YAML: ${problem.message.split('\n')[0]}`,
      `${path}, line ${line}`,
      'Mend the line.',
    );
  }
  const parsed = Config.safeParse(contentOf(document, path));
  if (parsed.success) return finished(parsed.data);
  throw describeIssue(parsed.error, document, lines, path);
}

function readText(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return '';
  if (!stats.isFile() || stats.size > fileBytesMax) {
    throw new StartError(
      `The configuration is no file of at most ${fileBytesMax} bytes.`,
      path,
      'Put an ordinary file in its place, or remove it.',
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const why = error instanceof TypeError ? 'it is no UTF-8 text' : String(error);
    throw new StartError(`The configuration cannot be read: ${why}.`, path, 'Mend or remove the file.');
  }
}

/** An empty file, or one of comments, holds null. */
function contentOf(document: Document, path: string): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: aliasesMax });
    if (!isMap(document.contents)) return value ?? {};
    // A section whose keys are all commented out is null.
    return Object.fromEntries(Object.entries(Object(value)).map(([key, section]) => [key, section ?? {}]));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The configuration cannot be read: ${why}.`, path, 'Write it without aliases.');
  }
}

function describeIssue(error: z.ZodError, document: Document, lines: LineCounter, path: string): StartError {
  const issue = error.issues[0];
  const where = (keys: readonly PropertyKey[]): string => {
    const line = lineOf(document, lines, keys);
    return line === null ? path : `${path}, line ${line}`;
  };
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    const known = Object.keys(knownKeys(issue.path));
    const full = [...issue.path, key].join('.');
    const nearest = nearestName(key, known) ?? sameKeyElsewhere(key);
    return new StartError(
      `The configuration has an unknown key: ${full}.`,
      where([...issue.path, key]),
      nearest === null ? `Known keys here: ${known.join(', ')}.` : `Did you mean \`${nearest}\`?`,
    );
  }
  const keys = issue?.path ?? [];
  return new StartError(
    `The configuration is wrong at ${keys.join('.') || 'its top'}: ${issue?.message ?? 'not as expected'}.`,
    where(keys),
    '`localagent config` shows every key with its type, default and range.',
  );
}

function knownKeys(path: readonly PropertyKey[]): Readonly<Record<string, unknown>> {
  const sections = Config.shape;
  const section = Object.entries(sections).find(([name]) => name === path[0])?.[1];
  return section === undefined ? sections : section.unwrap().shape;
}

/** A key that stands in the wrong place. */
function sameKeyElsewhere(key: string): string | null {
  const home = Object.entries(Config.shape).find(([, section]) => Object.hasOwn(section.unwrap().shape, key));
  return home === undefined ? null : `${home[0]}.${key}`;
}

/** The line of a key, or of the nearest thing around it that has one. */
function lineOf(document: Document, lines: LineCounter, keys: readonly PropertyKey[]): number | null {
  let node: unknown = document.contents;
  let offset: number | null = null;
  for (const key of keys) {
    if (!isMap(node)) {
      const item =
        isNode(node) && 'get' in node && typeof node.get === 'function' ? node.get(key, true) : undefined;
      if (isNode(item) && item.range) offset = item.range[0];
      break;
    }
    const pair = node.items.find((one) => isNode(one.key) && String(one.key) === String(key));
    if (pair === undefined) break;
    if (isNode(pair.key) && pair.key.range) offset = pair.key.range[0];
    node = pair.value;
  }
  return offset === null ? null : lines.linePos(offset).line;
}

function finished(config: z.infer<typeof Config>): Config {
  const { executable } = config.browser;
  return frozen({
    ...config,
    browser: { ...config.browser, executable: executable === null ? null : withHome(executable) },
    files: { folder: withHome(config.files.folder) },
    ledger: {
      ...config.ledger,
      anchors: config.ledger.anchors === null ? null : withHome(config.ledger.anchors),
    },
    artifacts: { ...config.artifacts, folder: withHome(config.artifacts.folder) },
    templates: { folders: config.templates.folders.map(withHome) },
  });
}

function withHome(path: string): string {
  return path === '~' || /^~[/\\]/.test(path) ? join(homedir(), path.slice(1)) : path;
}

function frozen<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) frozen(member);
  }
  return Object.freeze(value);
}
