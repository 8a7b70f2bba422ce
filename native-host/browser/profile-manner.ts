import type { BrowserContext } from 'playwright-core';
import { machineZone } from '../io/machine-zone.ts';
import type { ProfileManner } from './profile-record.ts';

// The language, zone and size of a profile, by the browser's own means: switches and environment that any launcher could
// give it. Nothing is emulated, so pages, workers and frames all see the same.

type Size = NonNullable<ProfileManner['viewport']>;
type Env = Readonly<Record<string, string | undefined>>;

export function mannerSwitches(manner: ProfileManner | undefined): readonly string[] {
  const { locale = null, viewport = null } = manner ?? {};
  const languages = locale === null ? [] : [...new Set([locale, locale.split('-')[0] ?? locale])];
  return [
    ...(locale === null ? [] : [`--lang=${locale}`, `--accept-lang=${languages.join(',')}`]),
    ...(viewport === null ? [] : [`--window-size=${viewport.width},${viewport.height}`]),
  ];
}

/** The zone of the machine goes along, for what the browser starts and is no part of it. */
export function mannerEnv(manner: ProfileManner | undefined, env: Env): Env {
  const { locale = null, time_zone: zone = null } = manner ?? {};
  return {
    ...(locale === null ? {} : languageEnv(locale.replace('-', '_'))),
    ...(zone === null ? {} : { TZ: zone, [machineZone]: env['TZ'] ?? '' }),
  };
}

/** On Linux a browser takes the language of its own words, and of `Intl`, from these. */
function languageEnv(locale: string): Env {
  return { LANGUAGE: locale, LC_ALL: `${locale}.UTF-8` };
}

/** Makes the window as large as its page needs; a window's frame takes some of `--window-size`. */
export async function applyViewport(context: BrowserContext, wanted: Size): Promise<void> {
  // A page of its own: the first one may bear a bar of the browser's that others have not.
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  try {
    const { windowId, bounds } = await session.send('Browser.getWindowForTarget');
    const { cssLayoutViewport: has } = await session.send('Page.getLayoutMetrics');
    const width = (bounds.width ?? wanted.width) + wanted.width - has.clientWidth;
    const height = (bounds.height ?? wanted.height) + wanted.height - has.clientHeight;
    await session.send('Browser.setWindowBounds', { windowId, bounds: { width, height } });
  } finally {
    await session.detach();
    await page.close();
  }
}
