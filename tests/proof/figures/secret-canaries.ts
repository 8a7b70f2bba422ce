import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reconcile } from '../../../native-host/authority/ledger-desk.ts';
import { closeDatabase, openDatabase } from '../../../native-host/io/database.ts';
import { formatExport } from '../../../native-host/ledger/export-formats.ts';
import { exportLedger } from '../../../native-host/ledger/export-ledger.ts';
import { Ledger } from '../../../native-host/ledger/ledger.ts';
import { renderFault, renderResult } from '../../../native-host/mcp/render-result.ts';
import { ResultStore } from '../../../native-host/mcp/result-store.ts';
import { EventLog } from '../../../native-host/runs/event-log.ts';
import type { Redactor } from '../../../native-host/secrets/redactor.ts';
import { Vault } from '../../../native-host/secrets/vault.ts';
import { failed, fault, ok } from '../../../shared/faults.ts';
import { examplePage, GateRig, outcome, target } from '../../fakes/gate-rig.ts';
import { sampleReceipt, sampleRow } from '../../native-host/ledger/sample-rows.ts';
import { type CanaryForm, canaryForms } from '../canary-forms.ts';
import { type Figure, startCount } from '../figure.ts';
import { type Seeded, startSeeded } from '../seeded.ts';

const canaries = 40;
const key = Buffer.alloc(32, 1);
const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789&+"<>/\\%é=';

const makeCanary = (chance: Seeded): string => {
  const length = 14 + chance.below(10);
  return `Cy${Array.from({ length }, () => signs[chance.below(signs.length)]).join('')}7`;
};

/** Where everything goes that leaves the gate: the real stores, in a folder of their own. */
class Sinks {
  readonly folder = mkdtempSync(join(tmpdir(), 'la-canaries-'));
  readonly texts: string[] = [];
  readonly #vault: Vault;
  readonly #ledger: Ledger;
  readonly #close: () => void;
  readonly #rig: GateRig;
  readonly #redactor: Redactor;
  readonly #results = new ResultStore(() => new Date());
  readonly #log: EventLog;
  #seq = 0;

  constructor(values: readonly string[]) {
    const paths = { secretsPath: join(this.folder, 'secrets.json'), keyPath: join(this.folder, 'key') };
    this.#vault = Vault.open(paths);
    values.forEach((value, index) => void this.#vault.set(`canary-${index}`, value, ['domain:shop.example']));
    const database = openDatabase(join(this.folder, 'localagent.db'));
    // Nothing here has to outlive a power cut.
    database.exec('pragma synchronous = off');
    this.#ledger = new Ledger(database, key);
    this.#close = () => {
      this.#ledger.close();
      closeDatabase(database);
    };
    this.#redactor = this.#vault.redactor();
    this.#log = new EventLog(join(this.folder, 'runs'));
    this.#rig = new GateRig({ book: this.#ledger, secrets: this.#vault, redactor: this.#redactor });
  }

  /** A page that shows the text wherever a page can say something, in a read, an act and a failure. */
  async say(written: string): Promise<void> {
    const words = `before ${written} after`;
    const page = { ...examplePage, title: words, url: `https://shop.example/?q=${written}` };
    const { answers } = this.#rig;
    const shown = {
      text: words,
      part: 1,
      parts: 1,
      outline: [words],
      heading: words,
      byline: '',
      published: '',
      tokens: 1,
    };
    answers.read = () => ok(outcome(shown, { page }));
    answers.prepare = () => ok({ page: examplePage, targets: [target({ name: words })], dialog: null });
    const effects = [{ kind: 'text', text: words }];
    answers.act = () => ok(outcome({ delivered: true, effects }, { page }));
    await this.#call('get_text', {});
    await this.#call('click', { selector: `text=${words}` });
    answers.act = () => failed(fault('covered', `It is covered by ${words}.`, words, { by: words }));
    await this.#call('click', { selector: 'text=Save' });
    this.#ledger.append([sampleRow({ event: 'outcome_unknown', call_id: `lost-${this.#seq}` })]);
    reconcile(
      { ledger: this.#ledger, vault: this.#vault },
      { call_id: `lost-${this.#seq}`, finding: 'applied', note: words },
      'terminal',
    );
    this.texts.push(this.#redactor.redactText(`log: ${words}`));
  }

  async #call(tool: string, args: Record<string, unknown>): Promise<void> {
    this.#seq += 1;
    const run = { run_id: '20261130-101500-4f2a9c1b', step_id: 's' };
    const { receipt, result } = await this.#rig.call(tool, args);
    this.texts.push(JSON.stringify({ receipt, result }));
    const told =
      receipt.fault === null && result !== null
        ? renderResult(tool, result, receipt, this.#results)
        : renderFault(receipt.fault ?? fault('internal', 'none', 'none'), receipt);
    this.texts.push(JSON.stringify(told));
    const at = new Date().toISOString();
    const event = {
      ...run,
      seq: this.#seq,
      at,
      type: 'call.settled' as const,
      receipt: { ...sampleReceipt(), ...receipt },
    };
    this.#log.append(this.#redactor.redactJson(event));
  }

  /** Everything that was written anywhere. */
  artefacts(): readonly { readonly where: string; readonly text: string }[] {
    for (const format of ['jsonl', 'html', 'syslog', 'otlp'] as const) {
      const found = exportLedger(join(this.folder, 'localagent.db'), key, {
        run_id: null,
        after: 0,
        limit: 100_000,
      });
      writeFileSync(join(this.folder, `export.${format}`), formatExport(found, format));
    }
    this.#close();
    const files = readdirSync(this.folder, { recursive: true })
      .map((name) => join(this.folder, String(name)))
      .filter((path) => statSync(path).isFile());
    return [
      ...files.map((where) => ({ where, text: readFileSync(where, 'utf8') })),
      { where: 'answers and logs', text: this.texts.join('\n') },
    ];
  }
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const inHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** What of a form can be read in a text, also where JSON or a page has escaped it once more. */
const leaks = (text: string, { traces }: CanaryForm): boolean =>
  traces
    .flatMap((trace) => [trace, inJson(trace), inJson(inJson(trace)), inHtml(trace), inHtml(inJson(trace))])
    .some((one) => text.includes(one));

/** Forty secrets, in every encoding, said by a hostile page: none of them may be read back out of anything. */
export const figure: Figure = {
  id: 'F15',
  promise: 'no secret is in anything that is answered, logged, stored or exported, in any encoding',
  unit: 'secrets in an encoding',
  sizes: { ci: 144, long: 72_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    for (let done = 0; done < count; ) {
      const values = Array.from({ length: canaries }, () => makeCanary(chance));
      const sinks = new Sinks(values);
      const forms = values.flatMap((value) => canaryForms(value)).slice(0, count - done);
      for (const [index, form] of forms.entries()) {
        await sinks.say(form.written);
        if (index % 50 === 0) progress(done + index);
      }
      const artefacts = sinks.artefacts();
      for (const form of forms) {
        const leak = artefacts.find(({ text }) => leaks(text, form));
        if (leak === undefined) counted.pass();
        else counted.fail(`${form.encoding} in ${leak.where}: ${form.written}`);
        // The search itself must find what is there.
        if (!leaks(`before ${form.written} after`, form))
          counted.fail(`${form.encoding} was not found where it is`);
      }
      done += forms.length;
      rmSync(sinks.folder, { recursive: true });
    }
    return counted.finding({ encodings: canaryForms('x'.repeat(9)).length });
  },
};
