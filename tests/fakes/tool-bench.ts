import { createServer, type Server } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Fault } from '../../shared/faults.ts';
import { CdpPage } from './cdp-page.ts';
import { bundleEngine } from './engine-bundle.ts';
import { type PageToolName, runTool } from './page-tools.ts';

type Options = Parameters<typeof runTool>[3];

/** One browser and one server, for tests of the tools that work on a page's content. */
export class ToolBench {
  readonly page: Page;
  /** Pages by path. */
  readonly pages: Map<string, string>;
  readonly origin: string;
  readonly #browser: Browser;
  readonly #server: Server;
  readonly #tools: CdpPage;

  private constructor(
    browser: Browser,
    page: Page,
    tools: CdpPage,
    server: Server,
    origin: string,
    pages: Map<string, string>,
  ) {
    this.#browser = browser;
    this.#server = server;
    this.#tools = tools;
    this.page = page;
    this.origin = origin;
    this.pages = pages;
  }

  static async start(): Promise<ToolBench> {
    const pages = new Map<string, string>();
    const server = createServer((request, response) => {
      const html = pages.get(request.url ?? '');
      response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(html ?? '');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      // All frames in one process, so that one session reaches them all.
      args: ['--no-sandbox', '--disable-gpu', '--disable-features=IsolateOrigins,site-per-process'],
    });
    const page = await browser.newPage({ viewport: { width: 1000, height: 600 } });
    const tools = await CdpPage.open(page, await bundleEngine());
    return new ToolBench(browser, page, tools, server, `http://127.0.0.1:${port}`, pages);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async open(html: string): Promise<void> {
    this.pages.set('/page', `<!doctype html><meta charset="utf-8"><title>T</title>${html}`);
    await this.page.goto(`${this.origin}/page`);
  }

  run<Name extends PageToolName>(name: Name, args: Record<string, unknown>, options: Options = {}) {
    return runTool(this.#tools, name, args, options);
  }

  /** Runs a tool that must succeed. */
  async does<Name extends PageToolName>(name: Name, args: Record<string, unknown>, options: Options = {}) {
    const done = await this.run(name, args, options);
    if (!done.ok) throw new Error(JSON.stringify(done.fault));
    return done.value;
  }

  /** Runs a tool that must not; its fault. */
  async fails(name: PageToolName, args: Record<string, unknown>, timeoutMs = 400): Promise<Fault> {
    const done = await this.run(name, args, { timeoutMs });
    if (done.ok) throw new Error(`${name} did not fail: ${JSON.stringify(done.value)}`);
    return done.fault;
  }

  says(css: string): Promise<string | null> {
    return this.page.locator(css).textContent();
  }
}
