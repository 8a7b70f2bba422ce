import { createServer } from 'node:http';

// A page whose every trusted event is told to this server before the page goes on (a synchronous request), so that the server
// can hold the page at exactly that moment. What was told is the log of what really took effect.

const page = `<!doctype html><title>Work</title>
<button id="ok">Go on</button><input id="field"><a id="away" href="/next">Away</a>
<script>
  const tell = (what) => { const r = new XMLHttpRequest(); r.open('POST', '/felt?' + what, false); try { r.send(); } catch {} };
  for (const [id, type] of [['ok', 'mousedown'], ['ok', 'click'], ['field', 'input'], ['field', 'keydown']])
    document.getElementById(id).addEventListener(type, (event) => { if (event.isTrusted || type === 'input') tell(id + ' ' + type); });
</script>`;

export type Hold = { readonly reached: Promise<void>; release(): void };

/** A running site: `felt` is what its page told, oldest first; `hold` keeps the next telling of that name waiting. */
export async function serveWorkerSite() {
  const felt: string[] = [];
  let held: { readonly what: string; readonly reached: () => void; readonly free: Promise<void> } | null =
    null;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const what = path.startsWith('/felt?') ? decodeURIComponent(path.slice(6)) : path;
    if (path !== '/') felt.push(what);
    const now = held;
    if (now?.what === what) {
      held = null;
      now.reached();
      await now.free;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(path === '/' ? page : '<!doctype html><title>Next</title>Next');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site listens on no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    felt,
    hold(what: string): Hold {
      const reached = Promise.withResolvers<void>();
      const free = Promise.withResolvers<void>();
      held = { what, reached: reached.resolve, free: free.promise };
      return { reached: reached.promise, release: () => free.resolve() };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type WorkerSite = Awaited<ReturnType<typeof serveWorkerSite>>;
