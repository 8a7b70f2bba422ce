/** A server of models as this machine's settings name it. */
export type Server = {
  /** The first half of its models' names: `lmstudio`, `openai`, a name from config.yaml. */
  readonly provider: string;
  readonly kind: 'lmstudio' | 'llamacpp' | 'vllm' | 'ollama' | 'openai';
  /** Where its interface begins, without a slash at the end: `http://127.0.0.1:1234/v1`; of Ollama without `/v1`. */
  readonly url: string;
  readonly place: string;
  readonly remote: boolean;
  /** References to its keys, as config.yaml has them: `env:NAME` or `secret:NAME`. */
  readonly keys: readonly string[];
  /** Tokens of context that the person says it has; null: asked of the server. */
  readonly contextTokens: number | null;
  /** The model meant when only the server is named. */
  readonly preferred: string | null;
};

/** Only the machine's own loopback is not remote: what goes to another one in the same house has left this one. */
export function isRemote(url: string): boolean {
  const host = new URL(url).hostname;
  return !(
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/** How a person is told where a server is: its host for a cloud, with scheme and port otherwise. */
export function placeOf(url: string): string {
  const { origin, host, protocol, port } = new URL(url);
  return protocol === 'https:' && port === '' ? host : origin;
}
