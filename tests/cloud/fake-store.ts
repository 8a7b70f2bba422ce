import type { Means, ObjectStore } from '../../cloud/means.ts';

/** Objects in memory, in the form that handlers use. */
export function fakeStore(objects: Readonly<Record<string, string>> = {}): ObjectStore & {
  readonly all: ReadonlyMap<string, string>;
} {
  const all = new Map(Object.entries(objects));
  return {
    all,
    get: async (key) => all.get(key) ?? null,
    getBytes: async (key) => {
      const text = all.get(key);
      return text === undefined ? null : new TextEncoder().encode(text);
    },
    put: async (key, text) => void all.set(key, text),
    list: async (prefix) => [...all.keys()].filter((key) => key.startsWith(prefix)),
  };
}

export function fakeMeans(more: Partial<Means> = {}): Means {
  return {
    store: fakeStore(),
    text: null,
    vision: null,
    now: () => new Date('2026-11-30T10:00:00Z'),
    ...more,
  };
}

const portal = {
  id: 'vendor-portal-report',
  version: '1.2.0',
  title: 'Vendor portal report',
  description: 'Fetches one month of the account statement from a vendor portal and files it.',
  keywords: ['statement', 'invoice', 'download'],
  reviewed: true,
  parameters: {
    portal_url: { type: 'url', required: true, description: 'start page of the portal' },
    period: { type: 'month', required: true },
    vendor: { type: 'string', options: ['Acme', 'Blue Sky'], default: 'Acme' },
    password: { type: 'secret', default: 'secret:vendor_portal' },
  },
  extraction: {
    total: {
      source: 'both',
      description: 'the sum at the foot',
      from: '{{steps.foot.text}}',
      screenshot: '{{steps.shot}}',
    },
    rows: { source: 'dom_local', from: '{{steps.found.rows}}' },
    stamp: {
      source: 'screenshot_cloud',
      description: 'the number in the stamp',
      screenshot: '{{steps.shot}}',
    },
    open: { source: 'derived_cloud', formula: 'total - sum(rows.paid)' },
  },
} as const;

/** A library of three templates, one of them with an older version and one not reviewed. */
export const library = JSON.stringify({
  schema: 'localagent.library/1',
  templates: [
    { ...portal, version: '1.1.0' },
    portal,
    {
      id: 'price-watch',
      version: '0.3.0',
      title: 'Compare prices',
      description: 'Reads prices of an article in several shops.',
      keywords: ['price', 'cheapest'],
      reviewed: true,
      parameters: { article: { type: 'string', required: true } },
    },
    {
      ...portal,
      id: 'delete-invoices',
      title: 'Delete every invoice',
      keywords: ['delete'],
      reviewed: false,
    },
  ],
});
