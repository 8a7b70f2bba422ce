import { z } from 'zod';
import type { Witness } from './play-case.ts';

// Looks at a page past the tool, over the browser's own debugging port, for as long as one question takes.

const Targets = z.array(
  z.looseObject({ type: z.string(), url: z.string(), webSocketDebuggerUrl: z.string().optional() }),
);
const Told = z.looseObject({
  id: z.int().optional(),
  result: z.looseObject({ result: z.looseObject({ value: z.string().optional() }).optional() }).optional(),
});
const answerMs = 5000;

/** Asks for the text of an element of the page whose address begins so. */
export function witnessAt(port: number): Witness {
  return async (urlStart, css) => {
    const listed = await fetch(`http://127.0.0.1:${port}/json/list`);
    const pages = Targets.parse(await listed.json());
    const page = pages.find(({ type, url }) => type === 'page' && url.startsWith(urlStart));
    if (page?.webSocketDebuggerUrl === undefined) return `no page at ${urlStart}`;
    const expression = `String(document.evaluate ? Document.prototype.querySelector.call(document, ${JSON.stringify(css)})?.textContent : '')`;
    return ask(page.webSocketDebuggerUrl, expression);
  };
}

function ask(address: string, expression: string): Promise<string> {
  const socket = new WebSocket(address);
  return new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the page does not answer')), answerMs);
    socket.onopen = () =>
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
    socket.onerror = () => reject(new Error('the debugging port does not answer'));
    socket.onmessage = ({ data }) => {
      const told = Told.parse(JSON.parse(String(data)));
      if (told.id !== 1) return;
      clearTimeout(timer);
      resolve(told.result?.result?.value ?? '');
    };
  }).finally(() => socket.close());
}
