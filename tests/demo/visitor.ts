/** A visitor of the portal with cookies and without a browser; follows no redirect by itself. */
export class Visitor {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  get(path: string): Promise<Response> {
    return this.#fetch(path, { method: 'GET' });
  }

  /** Posts a form; the token is the one that the session's pages hold, unless the fields bring their own. */
  async post(path: string, fields: Readonly<Record<string, string>>, tokenFrom?: string): Promise<Response> {
    const token = tokenFrom === undefined ? {} : { csrf_token: await this.#token(tokenFrom) };
    return this.#fetch(path, { method: 'POST', body: new URLSearchParams({ ...token, ...fields }) });
  }

  signIn(username: string, password: string): Promise<Response> {
    return this.post('/login', { username, password }, '/login');
  }

  async #token(path: string): Promise<string> {
    const page = await (await this.get(path)).text();
    return /name="csrf_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.#origin + path, { ...init, headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}
