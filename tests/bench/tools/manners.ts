import { join } from 'node:path';
import { root } from '../../house/source-tree.ts';
import type { Manner } from './contender.ts';
import { peerProgram } from './peers.ts';

// What a caller would send to each server for the same act, with the addresses that its own snapshots give.

type Place = Readonly<{ browser: string; env: Readonly<Record<string, string>>; cwd: string }>;

export function ours({ env, cwd }: Place): Manner {
  return {
    name: 'localagent',
    command: process.execPath,
    args: [join(root, 'dist', 'host', 'cli.mjs'), 'mcp'],
    env,
    cwd,
    navigate: (url) => ['navigate', { url }],
    snapshot: ['snapshot', { changed: false }],
    click: (address) => ['click', { selector: address }],
    fill: (address, value) => ['fill', { selector: address, value }],
    evaluate: (expression) => ['evaluate_script', { script: `return ${expression}` }],
    screenshot: ['screenshot', {}],
    text: ['get_text', {}],
    addressIn: (snapshot, role, name) => after(snapshot, `${role} ${JSON.stringify(name)}`, /\[(e\d+)\]/),
  };
}

export function playwright({ browser, env, cwd }: Place): Manner {
  return {
    name: '@playwright/mcp',
    command: process.execPath,
    args: [
      peerProgram('@playwright/mcp'),
      '--headless',
      '--isolated',
      ...(isRoot() ? ['--no-sandbox'] : []),
      '--executable-path',
      browser,
    ],
    env,
    cwd,
    navigate: (url) => ['browser_navigate', { url }],
    snapshot: ['browser_snapshot', {}],
    click: (target) => ['browser_click', { element: 'Count', target }],
    fill: (target, text) => ['browser_type', { element: 'Search', target, text }],
    evaluate: (expression) => ['browser_evaluate', { function: `() => ${expression}` }],
    screenshot: ['browser_take_screenshot', {}],
    // It has no tool for text; this is what its callers do.
    text: ['browser_evaluate', { function: '() => document.body.innerText' }],
    addressIn: (snapshot, role, name) => after(snapshot, `${role} ${JSON.stringify(name)}`, /\[ref=(\w+)\]/),
  };
}

export function devtools({ browser, env, cwd }: Place): Manner {
  const page = { pageId: 1 };
  return {
    name: 'chrome-devtools-mcp',
    command: process.execPath,
    args: [
      peerProgram('chrome-devtools-mcp'),
      '--headless',
      '--isolated',
      '--executablePath',
      browser,
      ...(isRoot() ? ['--chromeArg=--no-sandbox'] : []),
    ],
    env,
    cwd,
    navigate: (url) => ['navigate_page', { ...page, type: 'url', url }],
    snapshot: ['take_snapshot', page],
    click: (uid) => ['click', { ...page, uid }],
    fill: (uid, value) => ['fill', { ...page, uid, value }],
    evaluate: (expression) => ['evaluate_script', { ...page, function: `() => ${expression}` }],
    screenshot: ['take_screenshot', page],
    text: ['evaluate_script', { ...page, function: '() => document.body.innerText' }],
    addressIn: (snapshot, role, name) =>
      new RegExp(`uid=(\\w+) ${role} ${JSON.stringify(name)}`).exec(snapshot)?.[1] ?? null,
  };
}

function after(text: string, words: string, address: RegExp): string | null {
  const at = text.indexOf(words);
  return at < 0 ? null : (address.exec(text.slice(at))?.[1] ?? null);
}

/** Chromium refuses to start as root with its sandbox on. */
function isRoot(): boolean {
  return process.getuid?.() === 0;
}
