import { createServer } from 'node:http';

/** Pages that say whose they are, and that tell the site when they felt something. */
export interface SoakSite {
  readonly origin: string;
  /** What each mark's page has felt, newest last. */
  felt(mark: string): readonly string[];
  close(): Promise<void>;
}

const feltMax = 10_000;

export async function serveSoakSite(): Promise<SoakSite> {
  const felt = new Map<string, string[]>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    const mark = url.searchParams.get('mark') ?? '';
    if (url.pathname === '/felt') {
      felt.set(mark, [...(felt.get(mark) ?? []), url.searchParams.get('what') ?? ''].slice(-feltMax));
      response.writeHead(204).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pageOf(mark));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site listens on no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    felt: (mark) => felt.get(mark) ?? [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pageOf(mark: string): string {
  const rows = Array.from({ length: 30 }, (_, row) => `<tr><td>${mark} ${row}</td><td>${row * 7}</td></tr>`);
  return `<!doctype html><html lang="en"><title>${mark}</title><body><h1>${mark}</h1>
    <button>Press ${mark}</button> <label>Note <input></label> <p id="log">quiet</p>
    <table><tr><th>Name</th><th>Value</th></tr>${rows.join('')}</table>
    <script>
      document.querySelector('button').addEventListener('click', () => {
        document.querySelector('#log').textContent = 'pressed ' + document.title;
        fetch('/felt?what=click&mark=' + document.title);
      });
    </script></body></html>`;
}
