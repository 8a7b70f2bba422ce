import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { McpHttpDocument } from '../../native-host/cli/commands/mcp.ts';
import { mcpPages } from '../e2e/mcp-pages.ts';
import { type Rig, startRig } from '../e2e/rig.ts';
import { type SmallSite, serveSite } from '../e2e/small-site.ts';
import { root } from '../house/source-tree.ts';

// `npm run bench:inspector`: the checks of the official MCP Inspector's command line against this server, over stdio and HTTP and in both
// generations of the protocol. The Inspector is installed into the cache folder at its first run; it is no dependency.

const version = '2.12.0';
const runMs = 120_000;

type Finished = { readonly code: number; readonly stdout: string; readonly stderr: string };
type Check = {
  readonly what: string;
  readonly args: readonly string[];
  readonly holds: (done: Finished) => boolean;
};

process.exitCode = await inspect();

async function inspect(): Promise<number> {
  const inspector = await installInspector();
  const site = await serveSite(mcpPages);
  const rig = await startRig({ policy: () => policyFor(site) });
  const server = rig.home.start(['mcp', '--http', '--json']);
  try {
    const line = await new Promise<string>((resolve) =>
      server.stdout?.once('data', (part) => resolve(String(part))),
    );
    const http = McpHttpDocument.parse(JSON.parse(line));
    let failures = 0;
    for (const era of ['legacy', 'modern'] as const) {
      for (const [transport, target] of [
        ['stdio', stdioTarget(rig)],
        ['http', httpTarget(http.url, readFileSync(http.token_file, 'utf8').trim())],
      ] as const) {
        for (const { what, args, holds } of checks(site)) {
          const done = await run(inspector, [...args, '--protocol-era', era, ...target], rig);
          const passed = holds(done);
          if (!passed) failures += 1;
          console.log(`${passed ? 'ok    ' : 'FAILED'} ${era.padEnd(6)} ${transport.padEnd(5)} ${what}`);
          if (!passed) console.log(`${done.code}\n${done.stdout}\n${done.stderr}`.slice(0, 4000));
        }
      }
    }
    return failures === 0 ? 0 : 1;
  } finally {
    server.kill('SIGINT');
    await rig[Symbol.asyncDispose]();
    await site.close();
  }
}

function checks({ origin }: SmallSite): readonly Check[] {
  const call = (tool: string, args: object) => [
    '--method',
    'tools/call',
    '--tool-name',
    tool,
    '--tool-args-json',
    JSON.stringify(args),
  ];
  const answers = (part: string) => (done: Finished) => done.code === 0 && done.stdout.includes(part);
  return [
    {
      what: 'tools/list: schemas without an error',
      args: ['--method', 'tools/list', '--strict'],
      holds: (done) =>
        done.code === 0 && done.stderr.includes('0 errors') && done.stdout.includes('"snapshot"'),
    },
    { what: 'navigate', args: call('navigate', { url: `${origin}/work` }), holds: answers('"status": 200') },
    { what: 'list_pages', args: call('list_pages', {}), holds: answers('"count"') },
    {
      what: 'a wrong argument is told as a result',
      args: call('click', { selectr: 'x' }),
      holds: (done) => `${done.stdout}${done.stderr}`.includes('did you mean'),
    },
    { what: 'resources/list', args: ['--method', 'resources/list'], holds: answers('"resources"') },
    {
      what: 'resources/templates/list',
      args: ['--method', 'resources/templates/list'],
      holds: answers('localagent://run/{id}/report'),
    },
  ];
}

function stdioTarget(rig: Rig): readonly string[] {
  return [
    '-e',
    `LOCALAGENT_HOME=${rig.home.home}`,
    process.execPath,
    join(root, 'dist', 'host', 'cli.mjs'),
    'mcp',
  ];
}

function httpTarget(url: string, token: string): readonly string[] {
  return ['--transport', 'http', '--server-url', url, '--header', `Authorization: Bearer ${token}`];
}

function policyFor({ origin }: SmallSite): string {
  const allowed = `{ mode: allow-list, resources: [${JSON.stringify(`origin:${origin}`)}] }`;
  return `version: 1\nread: ${allowed}\nwrite: ${allowed}\ndelete: { mode: deny-all }\nadmin: { mode: deny-all }\n`;
}

function run(inspector: string, args: readonly string[], rig: Rig): Promise<Finished> {
  return new Promise((resolve) => {
    const options = { env: rig.home.env, timeout: runMs, maxBuffer: 10_000_000 };
    execFile(process.execPath, [inspector, '--cli', ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });
}

async function installInspector(): Promise<string> {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'localagent', `mcp-inspector-${version}`);
  const packageFolder = join(folder, 'node_modules', '@modelcontextprotocol', 'inspector');
  if (!existsSync(packageFolder)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const args = ['install', '--no-audit', '--no-fund', `@modelcontextprotocol/inspector@${version}`];
    await new Promise<void>((resolve, reject) => {
      execFile('npm', args, { cwd: folder }, (error) => (error === null ? resolve() : reject(error)));
    });
  }
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const bins = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'bin') : null;
  return join(packageFolder, String(Reflect.get(Object(bins), 'mcp-inspector')));
}
