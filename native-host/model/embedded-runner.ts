import { EmbeddedEngine } from './embedded-engine.ts';
import { type FromRunner, ToRunner } from './embedded-messages.ts';

// The process that holds the weights. It ends with its host, takes no network and writes nothing; a fault of the native code ends
// it and nothing else.

let engine: EmbeddedEngine | null = null;
const asking = new Map<number, AbortController>();
/** One thing after the other: there is one conversation in memory. */
let turn: Promise<void> = Promise.resolve();

function tell(message: FromRunner): void {
  process.send?.(message);
}

async function obey(order: ToRunner): Promise<void> {
  if (order.type === 'cancel') return asking.get(order.id)?.abort();
  if (order.type === 'load') return load(order);
  if (engine === null) return tell({ type: 'failed', id: order.id, words: 'nothing is loaded' });
  if (order.type === 'count')
    return tell({ type: 'counted', id: order.id, tokens: engine.count(order.messages) });
  return ask(engine, order);
}

async function load(order: Extract<ToRunner, { type: 'load' }>): Promise<void> {
  try {
    engine = await EmbeddedEngine.load(order);
    tell({ type: 'loaded', contextTokens: engine.contextTokens });
  } catch (error) {
    tell({ type: 'not-loaded', words: wordsOf(error) });
  }
}

async function ask(loaded: EmbeddedEngine, order: Extract<ToRunner, { type: 'ask' }>): Promise<void> {
  const stop = asking.get(order.id);
  if (stop === undefined) return;
  try {
    const say = (text: string): void => tell({ type: 'text', id: order.id, text });
    const done = await loaded.ask(order, say, stop.signal);
    tell({ type: 'done', id: order.id, ...done });
  } catch (error) {
    tell({ type: 'failed', id: order.id, words: wordsOf(error) });
  } finally {
    asking.delete(order.id);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

process.on('message', (message: unknown) => {
  const order = ToRunner.parse(message);
  if (order.type === 'ask') asking.set(order.id, new AbortController());
  if (order.type === 'cancel') void obey(order);
  else turn = turn.then(() => obey(order));
});
process.on('disconnect', () => process.exit(0));
