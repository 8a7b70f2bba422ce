// What a worker did, over OpenTelemetry's own protocol (OTLP, HTTP with JSON). Off unless an address is configured; the packages are
// loaded only then. What goes out are counts, times and the names of channels and outcomes: nothing of a job's content.

const exportTimeoutMs = 10_000;
/** The end of a worker does not wait longer than this for a collector that is away. */
const closeMs = 3_000;

export type ChannelCounts = Readonly<{
  name: string;
  received: number;
  succeeded: number;
  failed: number;
  lost: number;
  running: number;
}>;

export type WorkerReading = Readonly<{
  channels: readonly ChannelCounts[];
  browsers: number;
  memoryBytes: number;
}>;

export type MetricsOptions = Readonly<{
  /** Of a collector; OTEL_EXPORTER_OTLP_HEADERS says what else it wants. */
  url: string;
  intervalMs: number;
  worker: string;
  version: string;
  read: () => WorkerReading;
}>;

export interface WorkerMetrics {
  jobEnded(channel: string, outcome: string, ms: number): void;
  close(): Promise<void>;
}

export const noMetrics: WorkerMetrics = { jobEnded: () => undefined, close: async () => undefined };

const countNames = ['received', 'succeeded', 'failed', 'lost'] as const;

export async function startWorkerMetrics(options: MetricsOptions): Promise<WorkerMetrics> {
  const [
    { OTLPMetricExporter },
    { resourceFromAttributes },
    { MeterProvider, PeriodicExportingMetricReader },
  ] = await Promise.all([
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-metrics'),
  ]);
  const { url, intervalMs, worker, version, read } = options;
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url, timeoutMillis: exportTimeoutMs }),
    exportIntervalMillis: intervalMs,
    exportTimeoutMillis: Math.min(exportTimeoutMs, intervalMs),
  });
  const resource = resourceFromAttributes({
    'service.name': 'localagent-worker',
    'service.instance.id': worker,
    'service.version': version,
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  const meter = provider.getMeter('localagent');
  for (const name of countNames) {
    meter.createObservableCounter(`localagent.jobs.${name}`, { unit: '{job}' }).addCallback((result) => {
      for (const channel of read().channels) result.observe(channel[name], { channel: channel.name });
    });
  }
  meter.createObservableGauge('localagent.jobs.running', { unit: '{job}' }).addCallback((result) => {
    for (const { name, running } of read().channels) result.observe(running, { channel: name });
  });
  meter
    .createObservableGauge('localagent.browsers.open', { unit: '{browser}' })
    .addCallback((result) => result.observe(read().browsers));
  meter
    .createObservableGauge('localagent.worker.memory', { unit: 'By' })
    .addCallback((result) => result.observe(read().memoryBytes));
  const duration = meter.createHistogram('localagent.job.duration', { unit: 's' });
  return {
    jobEnded: (channel, outcome, ms) => duration.record(ms / 1_000, { channel, outcome }),
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, closeMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}
