import { readFile } from 'node:fs/promises';
import { build } from 'rolldown';

const entry = '\0page-entry';

/** A page's script, bundled with the packages that it imports; their style sheets are put into the page by it. */
export async function bundlePage(source: string): Promise<string> {
  const { output } = await build({
    input: entry,
    write: false,
    platform: 'browser',
    logLevel: 'silent',
    resolve: { conditionNames: ['import', 'browser', 'production', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { format: 'iife', codeSplitting: false, minify: true },
    plugins: [
      {
        name: 'page-entry',
        resolveId(id, importer) {
          if (id === entry) return entry;
          // The entry stands in this folder, as far as its imports are looked for.
          return importer === entry ? this.resolve(id, import.meta.filename, { skipSelf: true }) : null;
        },
        load: (id) => (id === entry ? source : null),
      },
      {
        name: 'style-sheets',
        load: {
          filter: { id: /\.css$/ },
          async handler(id) {
            const css = await readFile(id, 'utf8');
            const inline = `const s = document.createElement('style'); s.textContent = ${JSON.stringify(css)};`;
            return { code: `${inline} document.head.append(s);`, moduleType: 'js' };
          },
        },
      },
    ],
  });
  const chunk = output.find((file) => file.type === 'chunk');
  if (chunk === undefined) throw new Error('the page gave no script');
  return chunk.code;
}
