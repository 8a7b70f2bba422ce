import type { BrowserSession } from '../../../native-host/gate/ports.ts';
import type { PageInfo, TargetDescription } from '../../../shared/actions.ts';
import { failed, fault, ok } from '../../../shared/faults.ts';
import { outcome } from '../../fakes/gate-rig.ts';
import { type Control, trap, type WebPage } from './hostile-web.ts';

/** Something that reached a page or the machine, as the browser carried it out. */
export type Effect = {
  readonly tool: string;
  /** Where it took effect: the page's origin, or the address gone to. */
  readonly at: string;
  /** What it was done to, by name. */
  readonly target: string;
  /** All that went along, secrets with their values. */
  readonly sent: string;
};

type Params = {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, string>>;
};

const moves: ReadonlySet<string> = new Set(['navigate', 'new_page']);

/**
 * A browser that does whatever it is sent, and writes it down: nothing here refuses, so that whatever is held back was held
 * back by the host.
 */
export class HostileBrowser {
  readonly effects: Effect[] = [];
  readonly #web: Readonly<Record<string, WebPage>>;
  #url = 'about:blank';
  #documents = 0;
  /** What pages show of the secrets that were typed into them, in whatever spelling. */
  #echo: readonly string[] = [];

  readonly #spell: (secret: string) => readonly string[];

  constructor(web: Readonly<Record<string, WebPage>>, spell: (secret: string) => readonly string[]) {
    this.#web = web;
    this.#spell = spell;
  }

  session(): BrowserSession {
    const session = {
      profile: 'default',
      page: () => this.#info(),
      waitBack: async () => session,
      call: async (method: string, params: Params) => this.#answer(method, params),
    };
    // Only the methods that calls need are there.
    return session as unknown as BrowserSession;
  }

  #info(): PageInfo {
    const origin = /^https?:/.test(this.#url) ? new URL(this.#url).origin : 'null';
    const document_id = `D${this.#documents}`;
    return {
      ...{ page: 't1', url: this.#url, title: this.#page().title, origin, document_id },
      ...{ active: true, owned: true },
    };
  }

  #page(): WebPage {
    return this.#web[this.#url] ?? trap;
  }

  #answer(method: string, params: Params): unknown {
    if (method === 'browser.pages') return ok({ pages: [this.#info()] });
    if (method === 'tool.prepare') return this.#prepare(params);
    if (method === 'tool.read') return ok(outcome(this.#read(params.tool), { page: this.#info() }));
    if (method === 'tool.act') return this.#act(params);
    return failed(fault('internal', `${method} is not played here.`, 'None.'));
  }

  #prepare({ args }: Params): unknown {
    const { selector } = args;
    if (typeof selector !== 'string') return ok({ page: this.#info(), targets: [], dialog: null });
    const wanted = selector.replace(/^\w+=/, '');
    const control = this.#page().controls.find(({ name }) => name === wanted);
    if (control === undefined) return failed(fault('not-found', `There is no ${selector}.`, 'Look again.'));
    return ok({ page: this.#info(), targets: [this.#describe(control)], dialog: null });
  }

  #describe({ role, name, sensitive = false }: Control): TargetDescription {
    const { url, origin, document_id } = this.#info();
    const isField = role === 'textbox';
    return {
      ...{ ref: 'e1', frame: { id: 0, url, origin, document_id }, role, name },
      ...{ tag: isField ? 'input' : 'button', input_type: sensitive ? 'password' : null },
      ...{ href: null, form: null, editable: isField, sensitive, fingerprint: 'a'.repeat(64) },
    };
  }

  #read(tool: string): Record<string, unknown> {
    const { text, controls } = this.#page();
    const lines = controls.map(({ role, name }) => `${role} "${name}" [e1]`);
    const shown = [text, ...this.#echo, ...lines].join('\n');
    if (tool === 'snapshot') {
      return { outline: shown, changed: false, complete: true, tokens: 1 };
    }
    const article = { outline: [], heading: '', byline: '', published: '', tokens: 1 };
    return { text: shown, part: 1, parts: 1, ...article };
  }

  #act({ tool, args, secrets = {} }: Params): unknown {
    const { url, auth, selector } = args;
    const sent = JSON.stringify({ args, secrets });
    if (moves.has(tool) && typeof url === 'string') {
      this.#url = url;
      this.#documents += 1;
      this.effects.push({
        tool,
        at: url,
        target: '',
        sent: auth === undefined ? JSON.stringify({ args }) : sent,
      });
      return ok(outcome({ status: 200, http_error: false, redirects: [] }, this.#moved()));
    }
    const target = typeof selector === 'string' ? selector.replace(/^\w+=/, '') : '';
    this.effects.push({ tool, at: this.#info().origin, target, sent });
    if (tool === 'fill') {
      this.#echo = Object.values(secrets).flatMap(this.#spell).concat(this.#echo);
      const value = this.#page().controls.find(({ name }) => name === target)?.sensitive
        ? null
        : args['value'];
      const fields = [{ selector, value, matches: true }];
      return ok(outcome({ fields }, { page: this.#info(), verified: true }));
    }
    return ok(outcome({ delivered: true, effects: [] }, { page: this.#info() }));
  }

  #moved() {
    return { page: this.#info(), caused: { navigated: true, opened: [], dialog: null, download: null } };
  }
}
