/** How a worker works, from config.yaml and its command line. */
export type WorkerSettings = Readonly<{
  profile: string;
  healthSocket: string;
  /** The settings that go with another profile. */
  withProfile(profile: string): { readonly profile: string; readonly healthSocket: string };
  workersMax: number;
  /** Bytes that a browser may hold between two jobs; null: not looked at. */
  browserBytesMax: number | null;
  alertCommand: readonly string[] | null;
  alertUrl: string | null;
  /** Where counts are sent, and how often; null: nowhere. */
  metrics: { readonly url: string; readonly intervalMs: number } | null;
  /** What the service manager gives to unlock the secrets with. */
  passphrase(): string | null;
  workerName: string;
  places: number;
  pollIntervalMs: number;
  heartbeatMs: number;
  browserJobsMax: number;
  drainMs: number;
}>;
