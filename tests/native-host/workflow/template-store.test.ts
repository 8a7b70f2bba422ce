import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { patterns } from '../../../native-host/patterns/index.ts';
import { findTemplate, readTemplates, summarise } from '../../../native-host/workflow/template-store.ts';
import { TemplateSummary } from '../../../shared/protocol/control-messages.ts';
import { faultOf, shippedTemplate, valueIn } from './shipped.ts';

const shipped = new URL('../../../templates/', import.meta.url).pathname;

function ownFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'localagent-templates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const shippedIds = ['vendor-portal-extract', 'vendor-portal-report'];
const named = (found: ReturnType<typeof readTemplates>) =>
  found.map(({ loaded }) => (loaded.ok ? loaded.value.template.id : '')).sort();

test('templates are found by id, the earlier folder first', () => {
  const text = readFileSync(join(shipped, 'vendor-portal-report.yaml'), 'utf8');
  const own = ownFolder({ 'mine.yml': text.replace('version: 1.0.0', 'version: 9.0.0'), 'notes.txt': '' });
  const { template, file } = valueIn(findTemplate('vendor-portal-report', [own, shipped], patterns));
  expect([template.version, file]).toEqual(['9.0.0', 'mine.yml']);
  expect(named(readTemplates([own, shipped, join(own, 'none')], patterns))).toEqual(shippedIds);
});

test('of several versions the newest is meant, and each can be named', () => {
  const text = readFileSync(join(shipped, 'vendor-portal-report.yaml'), 'utf8');
  const versions = ['1.9.0', '1.10.0', '1.10.0-rc.1'];
  const own = ownFolder(
    Object.fromEntries(
      versions.map((one) => [`${one}.yaml`, text.replace('version: 1.0.0', `version: ${one}`)]),
    ),
  );
  const version = (name: string) => valueIn(findTemplate(name, [own, shipped], patterns)).template.version;
  expect(version('vendor-portal-report')).toBe('1.10.0');
  expect(version('vendor-portal-report@1.9.0')).toBe('1.9.0');
  // The shipped one lies in a later folder, and can be gone back to.
  expect(version('vendor-portal-report@1.0.0')).toBe('1.0.0');
  expect(named(readTemplates([own, shipped], patterns))).toEqual(shippedIds);
  const unknown = faultOf(findTemplate('vendor-portal-report@2.0.0', [own, shipped], patterns));
  expect(unknown.hint).toBe('There are the versions 1.0.0, 1.9.0, 1.10.0-rc.1, 1.10.0.');
});

test('an unknown id lists what there is, a broken file is told with its place', () => {
  const own = ownFolder({ 'broken.yaml': 'id: broken\nversion: 1.0.0\n' });
  const unknown = faultOf(findTemplate('vendor-portal-reprot', [own, shipped], patterns));
  expect(unknown.message).toContain('Did you mean "vendor-portal-report"?');
  expect(unknown.hint).toContain('There are: vendor-portal-extract, vendor-portal-report.');
  expect(faultOf(findTemplate('broken', [own, shipped], patterns)).message).toContain(
    'broken.yaml, line 1, column 1, title',
  );
});

test('the summary is what the panel and the command line offer', () => {
  const summary = TemplateSummary.parse(summarise(shippedTemplate().template));
  expect(summary.parameters.find(({ name }) => name === 'password')).toMatchObject({
    type: 'secret',
    required: false,
    default: 'secret:vendor_portal',
  });
  expect(summary.steps.find(({ id }) => id === 'listing')).toMatchObject({
    tool: 'for_each',
    bucket: 'write',
  });
  expect(summary.steps.find(({ id }) => id === 'turn_page')).toMatchObject({
    tool: 'click',
    bucket: 'write',
  });
  expect(summary.steps.find(({ id }) => id === 'download_csv')?.bucket).toBe('admin');
});

test('a template finds those that it uses in the folders, and one that uses itself in a circle is told', () => {
  const head = (id: string) =>
    `id: ${id}\nversion: 1.0.0\ntitle: T\ndescription: D\nsites: ["https://a.example.com"]\nsteps:\n`;
  const look = '  - { id: look, title: Look, tool: get_text, buckets: [read] }\n';
  const uses = (id: string) => `  - { id: one, title: One, use: ${id}@1.0.0 }\n`;
  const own = ownFolder({
    'inner.yaml': head('inner') + look,
    'middle.yaml': head('middle') + uses('inner'),
    'outer.yaml': head('outer') + uses('middle'),
    'circle.yaml': head('circle') + uses('circle'),
  });
  const { template, used } = valueIn(findTemplate('outer', [own], patterns));
  expect(template.steps.map(({ id }) => id)).toEqual(['one_one_look']);
  expect(used).toEqual(['middle@1.0.0']);
  expect(faultOf(findTemplate('circle', [own], patterns)).message).toContain('no template "circle@1.0.0"');
});
