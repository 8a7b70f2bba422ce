import type { Site } from '../site.ts';

// Reports to download. Which were fetched stands in `fetched`.

export type Waterworks = Site & { readonly fetched: readonly string[] };

const months = ['August', 'September', 'October'] as const;

/** The report of a month, as it arrives on disk. */
export function waterReport(month: string): string {
  const rows = ['Nitrate,8.1,mg/l', 'Hardness,14.2,dH', `Month,${month} 2026,`];
  return `Parameter,Value,Unit\n${rows.join('\n')}\n`;
}

export function waterworks(): Waterworks {
  const fetched: string[] = [];
  const links = months.map(
    (month) =>
      `<li><a href="/reports/${month.toLowerCase()}-2026.csv">Water quality report ${month} 2026 (CSV)</a></li>`,
  );
  return {
    host: 'www.larkstadt-waterworks.org',
    name: 'Larkstadt Waterworks',
    pages: [
      {
        path: '/quality',
        title: 'Water quality reports of the Larkstadt waterworks',
        body: `<p>We measure the water of Larkstadt every week and publish one report a month.</p><ul>${links.join('\n')}</ul><p>The report of October 2026 shows 8.1 mg/l of nitrate.</p>`,
      },
    ],
    fetched,
    answer({ path }) {
      const month = months.find((one) => path === `/reports/${one.toLowerCase()}-2026.csv`);
      if (month === undefined) return null;
      fetched.push(month);
      const name = `water-quality-${month.toLowerCase()}-2026.csv`;
      return { status: 200, file: { type: 'text/csv', name, bytes: waterReport(month) } };
    },
  };
}
