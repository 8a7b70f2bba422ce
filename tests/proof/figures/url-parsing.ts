import { chromium } from 'playwright-core';
import { findBrowser } from '../../../native-host/browser/find-browser.ts';
import { compareUrl, readByBrowser } from '../compare-urls.ts';
import { type Figure, startCount } from '../figure.ts';
import { handMadeUrls, randomUrls } from '../url-cases.ts';

/** Addresses sent to the browser at once. */
const batch = 5_000;

/** Addresses in every odd notation, and by chance, read by host and browser. */
export const figure: Figure = {
  id: 'F9',
  promise: 'an address is judged as the scheme, host, port and origin that the browser goes to',
  unit: 'addresses',
  sizes: { ci: 20_000, long: 200_000 },
  needsBrowser: true,
  async run({ count, seed, progress }) {
    const counted = startCount();
    const { LOCALAGENT_BROWSER: executable = null } = process.env;
    const found = findBrowser({
      env: process.env,
      platform: process.platform,
      executable,
      prefer: ['chromium'],
    });
    if (!found.ok) throw new Error(found.fault.message);
    const readings: Record<string, number> = {};
    const hand = handMadeUrls();
    const urls = [...hand, ...randomUrls(Math.max(0, count - hand.length), seed)].slice(
      0,
      Math.max(count, hand.length),
    );
    const isRoot = process.getuid?.() === 0;
    const browser = await chromium.launch({
      executablePath: found.value.executable,
      args: isRoot ? ['--no-sandbox'] : [],
    });
    try {
      const page = await browser.newPage();
      for (let from = 0; from < urls.length; from += batch) {
        const some = urls.slice(from, from + batch);
        const read = await readByBrowser(page, some);
        some.forEach((url, index) => {
          const reading = compareUrl(url, read[index] ?? null);
          if (typeof reading === 'object') counted.fail(reading.different);
          else counted.pass();
          if (typeof reading === 'string') readings[reading] = (readings[reading] ?? 0) + 1;
        });
        progress(from);
      }
      return counted.finding({ 'of them by hand': hand.length, ...readings, browser: browser.version() });
    } finally {
      await browser.close();
    }
  },
};
