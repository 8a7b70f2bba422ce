import { z } from 'zod';
import type { PageInfo } from '../../../shared/actions.ts';
import type { sessionRequests } from '../../../shared/protocol/browser-messages.ts';
import { protocolVersion } from '../../../shared/protocol/envelope.ts';
import type { Params } from '../../../shared/protocol/messages.ts';

type Hello = Params<typeof sessionRequests, 'session.hello'>;

const Managed = z.record(z.string(), z.json());
type ManagedPolicy = z.infer<typeof Managed>;

/**
 * An extension that an organisation has just pushed runs before its rules have been read. It waits for them this long,
 * so that nothing is judged without them; an organisation that sets none costs its first line this once.
 */
const managedMs = 3_000;

/** Made once per browser profile; by it the authority knows the profile again under its own name. */
async function profileId(): Promise<string> {
  const stored = z.uuid().safeParse((await chrome.storage.local.get('profile_id'))['profile_id']);
  if (stored.success) return stored.data;
  const made = crypto.randomUUID();
  await chrome.storage.local.set({ profile_id: made });
  return made;
}

/**
 * The organisation's policy as the browser hands it out; null without one. Not every Chromium build has the
 * area.
 */
export async function managedPolicy(waitMs: number = managedMs): Promise<ManagedPolicy | null> {
  const changed = Promise.withResolvers<void>();
  const onChange = (_changes: unknown, area: string): void => {
    if (area === 'managed') changed.resolve();
  };
  chrome.storage.onChanged.addListener(onChange);
  try {
    const policy = await readManaged();
    if (policy !== null || (await chrome.management.getSelf()).installType !== 'admin') return policy;
    const timer = setTimeout(changed.resolve, waitMs);
    await changed.promise;
    clearTimeout(timer);
    return await readManaged();
  } catch (error) {
    console.warn('The managed policy could not be read.', error);
    return null;
  } finally {
    chrome.storage.onChanged.removeListener(onChange);
  }
}

async function readManaged(): Promise<ManagedPolicy | null> {
  const managed = Managed.parse(await chrome.storage.managed.get(null));
  return Object.keys(managed).length === 0 ? null : managed;
}

/** Name and version of the browser, from the brand that is not a filler. */
export function browserOf(brands: readonly { brand: string; version: string }[]): {
  readonly name: string;
  readonly version: string;
} {
  const real = brands.filter(({ brand }) => !/not.?a.?brand|not[^a-z]/i.test(brand));
  const named = real.find(({ brand }) => brand !== 'Chromium') ?? real[0];
  return { name: named?.brand ?? 'Chromium', version: named?.version ?? '' };
}

async function browserVersion(): Promise<{ readonly name: string; readonly version: string }> {
  const data: unknown = Reflect.get(navigator, 'userAgentData');
  const Full = z.object({ fullVersionList: z.array(z.object({ brand: z.string(), version: z.string() })) });
  if (typeof data !== 'object' || data === null) return browserOf([]);
  const ask: unknown = Reflect.get(data, 'getHighEntropyValues');
  if (typeof ask !== 'function') return browserOf([]);
  const full = Full.safeParse(await Reflect.apply(ask, data, [['fullVersionList']]));
  return browserOf(full.success ? full.data.fullVersionList : []);
}

/** What the worker says first on a new line. `bootId` is new with every start of the worker. */
export async function makeHello(bootId: string, pages: readonly PageInfo[]): Promise<Hello> {
  const browser = await browserVersion();
  return {
    protocol: protocolVersion,
    extension_version: chrome.runtime.getManifest().version,
    boot_id: bootId,
    profile_id: await profileId(),
    browser_name: browser.name.slice(0, 100),
    browser_version: browser.version.slice(0, 40),
    pages: pages.slice(0, 1000),
    managed: await managedPolicy(),
  };
}
