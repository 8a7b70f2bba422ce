import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../house/source-tree.ts';

// Policies act and look through the tools alone. Anything that runs script in the page, or reaches the browser by another
// way, would measure something else.

const policiesFolder = join(root, 'tests', 'bench', 'miniwob', 'policies');
const forbidden: readonly RegExp[] = [
  /evaluate/i,
  /playwright/i,
  /\bcdp\b/i,
  /newCDPSession|Runtime\.|DOM\.|Input\./,
  /javascript:/i,
  /\bimport\s*\(/,
  /WOB_|\bcore\./,
  /\bprocess\b|\bglobalThis\b|\brequire\b/,
];
/** What a policy may be made of: other policies, the words it is declared with, and reading a picture. */
const allowedImport = /^(?:\.\/[a-z-]+\.ts|\.\.\/(?:policy|tools)\.ts|node:zlib)$/;

/** Every line of a policy that could reach the page past the tools, as `file:line: text`. */
export function pageScriptIn(file: string, text: string): readonly string[] {
  return text.split('\n').flatMap((line, at) => {
    const source = /\bfrom\s+'([^']+)'/.exec(line)?.[1] ?? /^import\s+'([^']+)'/.exec(line)?.[1];
    const foreign = source !== undefined && !allowedImport.test(source);
    return foreign || forbidden.some((pattern) => pattern.test(line))
      ? [`${file}:${at + 1}: ${line.trim()}`]
      : [];
  });
}

export function pageScriptInPolicies(): readonly string[] {
  return readdirSync(policiesFolder)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => pageScriptIn(name, readFileSync(join(policiesFolder, name), 'utf8')));
}

export function assertNoPageScript(): void {
  const found = pageScriptInPolicies();
  if (found.length > 0) throw new Error(`Policies may use the tools alone:\n${found.join('\n')}`);
}
