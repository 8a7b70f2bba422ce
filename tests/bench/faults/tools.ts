import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../../../native-host/browser/find-browser.ts';
import { given } from '../../e2e/rig.ts';
import type { Caller } from './caller.ts';
import { DevtoolsCaller } from './devtools-caller.ts';
import type { FaultSite } from './fault-site.ts';
import { environment, freePort, peerPackages, peerProgram, startMcp } from './mcp-peer.ts';
import { openOurBrowser, storedSecret } from './our-browser.ts';
import { OurCaller, type OurWay } from './our-caller.ts';
import { mcpDoor } from './our-door.ts';
import type { Witness } from './play-case.ts';
import { PlaywrightCaller } from './playwright-caller.ts';
import { witnessAt } from './witness.ts';

// The tools that can be measured, each with one browser of its own.

export type OpenTool = Readonly<{ caller: Caller; witness: Witness; close(): Promise<void> }>;

export type MeasuredTool = Readonly<{ title: string; open(site: FaultSite): Promise<OpenTool> }>;

const size = { width: 1280, height: 800 } as const;

export const measuredTools = {
  ours: { title: 'LocalAgent, by refs', open: (site) => ours(site, 'refs') },
  'ours-selectors': { title: 'LocalAgent, by selectors', open: (site) => ours(site, 'selectors') },
  playwright: { title: peerPackages.playwright, open: playwright },
  devtools: { title: peerPackages.devtools, open: devtools },
} as const satisfies Readonly<Record<string, MeasuredTool>>;

export type ToolName = keyof typeof measuredTools;

async function ours(site: FaultSite, way: OurWay): Promise<OpenTool> {
  const port = await freePort();
  const switches = [`--remote-debugging-port=${port}`, `--window-size=${size.width},${size.height}`];
  const browser = await openOurBrowser(site, switches);
  const door = await mcpDoor(browser.home);
  return {
    caller: new OurCaller({ door, way, blank: blankOf(site) }),
    witness: witnessAt(port),
    async close() {
      await door.close();
      await browser.close();
    },
  };
}

async function playwright(site: FaultSite): Promise<OpenTool> {
  const { folder, port, executable } = await peerPlace();
  const config = {
    browser: {
      launchOptions: {
        args: [`--remote-debugging-port=${port}`, ...withExtension(site)],
        ignoreDefaultArgs: ['--disable-extensions'],
      },
    },
    outputDir: join(folder, 'output'),
  };
  const configFile = join(folder, 'config.json');
  const secretsFile = join(folder, 'secrets.env');
  writeFileSync(configFile, JSON.stringify(config));
  writeFileSync(secretsFile, `${storedSecret.name}='${storedSecret.value}'\n`);
  const args = [
    ...['--headless', '--isolated', '--no-sandbox', '--executable-path', executable],
    ...['--viewport-size', `${size.width}x${size.height}`, '--caps', 'vision', '--config', configFile],
    ...['--blocked-origins', site.forbiddenOrigin, '--secrets', secretsFile],
  ];
  const tool = await startMcp(peerProgram('playwright', 'playwright-mcp'), args, {
    cwd: folder,
    env: environment(),
  });
  return {
    caller: new PlaywrightCaller(tool, folder, blankOf(site)),
    witness: witnessAt(port),
    async close() {
      await tool.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function devtools(site: FaultSite): Promise<OpenTool> {
  const { folder, port, executable } = await peerPlace();
  const args = [
    ...[
      '--headless',
      '--isolated',
      '--executablePath',
      executable,
      '--viewport',
      `${size.width}x${size.height}`,
    ],
    ...['--no-sandbox', `--remote-debugging-port=${port}`, ...withExtension(site)].map(
      (arg) => `--chromeArg=${arg}`,
    ),
    '--ignoreDefaultChromeArg=--disable-extensions',
    ...['--no-usage-statistics', '--blockedUrlPattern', `${site.forbiddenOrigin}/*`],
  ];
  const program = peerProgram('devtools', 'chrome-devtools-mcp');
  const tool = await startMcp(program, args, { cwd: folder, env: environment() });
  return {
    caller: new DevtoolsCaller(tool, folder, blankOf(site)),
    witness: witnessAt(port),
    async close() {
      await tool.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function withExtension(site: FaultSite): readonly string[] {
  const { folder } = site.extension;
  return [`--load-extension=${folder}`, '--disable-features=DisableLoadExtensionCommandLineSwitch'];
}

async function peerPlace() {
  const { executable } = given(
    findBrowser({ env: process.env, platform: process.platform, executable: null, prefer: ['chromium'] }),
  );
  return { executable, port: await freePort(), folder: mkdtempSync(join(tmpdir(), 'localagent-faults-')) };
}

function blankOf(site: FaultSite): string {
  return `${site.origin}/blank/`;
}
