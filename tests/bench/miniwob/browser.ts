import type { BrowserContext } from 'playwright-core';
import { Home } from '../../e2e/command-line.ts';
import { openOwnBrowser, settle } from '../own-browser.ts';
import type { CallTool } from './tools.ts';

// The product as people run it: a browser with the extension, the host, and a policy that names the pages' origin alone.

export type BenchBrowser = Readonly<{
  /** For setting episodes up and reading their score; policies never see it. */
  context: BrowserContext;
  call: CallTool;
  close(): Promise<void>;
}>;

const callMs = 60_000;

export async function openBrowser(origin: string): Promise<BenchBrowser> {
  const home = new Home();
  settle(home, policyFor(origin));
  const { launched, authority, joined } = await openOwnBrowser(home);
  await joined();
  return {
    context: launched.context,
    async call(tool, args) {
      const params = { tool, args: { ...args }, profile: null, session: 'miniwob', unattended: false };
      const answer = await authority.call('tool.call', params, { timeoutMs: callMs });
      if (!answer.ok) return { fault: answer.fault, result: null };
      return { fault: answer.value.receipt.fault, result: answer.value.result };
    },
    async close() {
      authority.close();
      await launched.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

function policyFor(origin: string): string {
  const sites = JSON.stringify([`origin:${origin}`]);
  const rules = ['read', 'write', 'delete'].map(
    (bucket) => `${bucket}: { mode: allow-list, resources: ${sites} }`,
  );
  return ['version: 1', ...rules, 'admin: { mode: deny-all }', ''].join('\n');
}
