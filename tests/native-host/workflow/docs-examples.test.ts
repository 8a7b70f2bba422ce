import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { stepPatterns } from '../../../native-host/authority/step-patterns.ts';
import { Config } from '../../../native-host/config/config.ts';
import { parseTemplate } from '../../../native-host/workflow/parse-template.ts';
import { readScript } from '../../../native-host/workflow/script-store.ts';
import { WrittenTemplate } from '../../../shared/template.ts';
import { root } from '../../house/source-tree.ts';
import { valueIn } from './shipped.ts';

// Whoever copies an example of the guides has something that is accepted.

const guides = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const examples = guides.flatMap((name) => {
  const text = readFileSync(join(root, 'docs', name), 'utf8');
  return [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml = ''], index) => ({
    where: `${name}, example ${index + 1}`,
    // A key that everybody has another of.
    yaml: yaml.replaceAll('"…"', `"${Buffer.alloc(32).toString('base64')}"`),
  }));
});

/** What an example is, by the keys that only it has. */
const kinds: readonly {
  readonly of: (value: unknown) => boolean;
  readonly check: (yaml: string, value: unknown) => void;
}[] = [
  {
    of: (value) => has(value, 'id') && has(value, 'steps'),
    check: (yaml) => void valueIn(parseTemplate(yaml, 'example.yaml', stepPatterns)),
  },
  {
    of: (value) => has(value, 'id') && has(value, 'code'),
    check: (yaml, value) => {
      const { id, version } = z.object({ id: z.string(), version: z.string() }).parse(value);
      valueIn(readScript(yaml, `${id}@${version}.yaml`, stepPatterns));
    },
  },
  { of: Array.isArray, check: (_yaml, value) => void WrittenTemplate.shape.steps.parse(value) },
  {
    of: (value) => Object.keys(Config.shape).some((key) => has(value, key)),
    check: (_yaml, value) => void Config.parse(value),
  },
  {
    of: (value) => Object.keys(WrittenTemplate.shape).some((key) => has(value, key)),
    check: (_yaml, value) => void WrittenTemplate.partial().parse(value),
  },
  // A part of a step.
  {
    of: (value) => has(value, 'args'),
    check: (_yaml, value) => void z.strictObject({ args: z.record(z.string(), z.json()) }).parse(value),
  },
];

function has(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

test('the guides have examples of templates, scripts and settings', () => {
  expect(examples.length).toBeGreaterThan(8);
});

test.each(examples)('$where is accepted', ({ yaml }) => {
  const value: unknown = parse(yaml);
  const kind = kinds.find(({ of }) => of(value));
  expect(kind, 'what kind of example is it?').toBeDefined();
  kind?.check(yaml, value);
});
