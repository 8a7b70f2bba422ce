import { isRemote, placeOf, type Server } from './server.ts';

export type ServerSetting = {
  readonly name: string;
  readonly url: string;
  readonly keys: readonly string[];
  readonly context_tokens: number | null;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Servers that are tried, those of this machine first: config.yaml's, which can also say where a usual one is instead, the
 * usual ports, and what the environment names.
 */
export function knownServers(env: Environment, settings: readonly ServerSetting[]): readonly Server[] {
  const servers = [...settings.map(fromSettings), ...localServers(env), ...clouds(env)];
  const named = servers.filter(
    ({ provider }, at) => servers.findIndex((other) => other.provider === provider) === at,
  );
  return [...named.filter(({ remote }) => !remote), ...named.filter(({ remote }) => remote)];
}

function localServers(env: Environment): readonly Server[] {
  const studio = addressOr(env['LMSTUDIO_BASE_URL'], 'http://127.0.0.1:1234');
  const context = Number(env['LMSTUDIO_CONTEXT_LENGTH']);
  return [
    {
      ...serverAt('lmstudio', withVersion(studio)),
      contextTokens: Number.isInteger(context) && context > 0 ? context : null,
      preferred: env['LMSTUDIO_MODEL'] || null,
    },
    serverAt('ollama', ollamaUrl(env['OLLAMA_HOST'] ?? '')),
    serverAt('llamacpp', 'http://127.0.0.1:8080/v1'),
    serverAt('vllm', 'http://127.0.0.1:8000/v1'),
  ];
}

function clouds(env: Environment): readonly Server[] {
  const openaiUrl = addressOr(env['OPENAI_BASE_URL'], 'https://api.openai.com/v1');
  const asked = Boolean(env['OPENAI_API_KEY'] || env['OPENAI_BASE_URL']);
  const key = (name: string): readonly string[] => (env[name] ? [`env:${name}`] : []);
  return [
    ...(asked ? [{ ...serverAt('openai', openaiUrl), keys: key('OPENAI_API_KEY') }] : []),
    ...(env['XAI_API_KEY'] ? [{ ...serverAt('xai', 'https://api.x.ai/v1'), keys: key('XAI_API_KEY') }] : []),
  ];
}

function fromSettings({ name, url, keys, context_tokens }: ServerSetting): Server {
  return { ...serverAt(name, url), keys, contextTokens: context_tokens };
}

function serverAt(provider: string, given: string): Server {
  const url = given.replace(/\/+$/, '');
  const own = ['lmstudio', 'llamacpp', 'vllm', 'ollama'] as const;
  return {
    provider,
    kind: own.find((kind) => kind === provider) ?? 'openai',
    url,
    place: placeOf(url),
    remote: isRemote(url),
    keys: [],
    contextTokens: null,
    preferred: null,
  };
}

function addressOr(given: string | undefined, usual: string): string {
  return given !== undefined && /^https?:\/\//.test(given) && URL.canParse(given) ? given : usual;
}

/** LM Studio's address is told with and without `/v1`. */
function withVersion(url: string): string {
  const bare = url.replace(/\/+$/, '');
  return /\/v\d+$/.test(bare) ? bare : `${bare}/v1`;
}

/** `OLLAMA_HOST` is what the server listens on too: `0.0.0.0`, `host`, `host:port`, `:port` or a whole address. */
function ollamaUrl(host: string): string {
  const given = host.trim().replace(/\/+$/, '');
  if (given === '') return 'http://127.0.0.1:11434';
  const whole = /^https?:\/\//.test(given)
    ? given
    : `http://${given.startsWith(':') ? `127.0.0.1${given}` : given}`;
  if (!URL.canParse(whole)) return 'http://127.0.0.1:11434';
  const url = new URL(whole);
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  if (url.port === '' && !/^https?:\/\//.test(given)) url.port = '11434';
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
