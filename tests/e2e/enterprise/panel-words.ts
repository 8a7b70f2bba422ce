import type { BrowserContext } from 'playwright-core';
import { z } from 'zod';

// What the real side panel shows. It is no page of Playwright's, so it is read over the browser's own session.

const Reply = z.looseObject({
  id: z.int(),
  result: z.looseObject({ result: z.looseObject({ value: z.string() }) }),
});
const tryMs = 250;

/** Opens the side panel and waits until its words fit `wanted`; gives the last ones it saw either way. */
export async function panelWords(
  context: BrowserContext,
  extensionId: string,
  wanted: RegExp,
  timeoutMs = 20_000,
): Promise<string> {
  const address = `chrome-extension://${extensionId}/sidepanel.html`;
  const opener = await context.newPage();
  await opener.goto(address);
  // Playwright's evaluations count as a person's gesture, without which no panel opens.
  await opener.evaluate(async () => {
    const { id } = await chrome.windows.getCurrent();
    if (id !== undefined) await chrome.sidePanel.open({ windowId: id });
  });
  await opener.goto('about:blank');
  let words = '';
  for (const end = Date.now() + timeoutMs; Date.now() < end && !wanted.test(words); ) {
    words = (await readWords(context, address)) ?? words;
    await new Promise((resolve) => setTimeout(resolve, tryMs));
  }
  return words;
}

async function readWords(context: BrowserContext, address: string): Promise<string | null> {
  const browser = context.browser();
  if (browser === null) throw new Error('no browser');
  const session = await browser.newBrowserCDPSession();
  try {
    const { targetInfos } = await session.send('Target.getTargets');
    const panel = targetInfos.find(({ url }) => url === address);
    if (panel === undefined) return null;
    const { targetId } = panel;
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const answer = new Promise<string>((resolve) => {
      session.on('Target.receivedMessageFromTarget', ({ message }) => {
        const reply = Reply.safeParse(JSON.parse(message));
        if (reply.success) resolve(reply.data.result.result.value);
      });
    });
    const question = { expression: 'document.body.innerText' };
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: question });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    return await answer;
  } finally {
    await session.detach();
  }
}
