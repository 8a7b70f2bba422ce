/** Name of the port that a document keeps to the worker; nothing is ever said through it. */
export const wakePortName = 'wake';

/**
 * Makes the page's top document hold a port to the worker, in our isolated world. A worker that dies closes
 * the port, and asking for a new one starts the next worker at once instead of at the next alarm. Pages see
 * nothing of it.
 */
export async function wakeFrom(tabId: number): Promise<void> {
  await chrome.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    args: [wakePortName],
    func: (name: string) => {
      if (Reflect.get(globalThis, '__localagentWake') === true) return;
      Reflect.set(globalThis, '__localagentWake', true);
      let attemptsLeft = 20;
      const hold = () => {
        attemptsLeft -= 1;
        try {
          chrome.runtime.connect({ name }).onDisconnect.addListener(() => {
            if (attemptsLeft > 0) setTimeout(hold, 100);
          });
        } catch (error) {
          // The extension was updated or removed: this world is an orphan and has nobody to wake.
          console.debug('LocalAgent is gone from this page.', error);
        }
      };
      hold();
    },
  });
}
