import type { Family, Registry } from '../../base/metrics.ts';
import type {
  DeliveryInstruments,
  HttpInstruments,
  InboundInstruments,
} from '../../features/administration/monitoring/index.ts';
import type { Installation } from '../installation.ts';
import type { MonitoredRole } from './monitored-role.ts';
import type { Tracer } from './tracer.ts';

/** Monitoring of a process. Parts that are off are undefined. */
export interface Monitor {
  readonly registry: Registry | undefined;
  readonly http: HttpInstruments | undefined;
  readonly delivery: DeliveryInstruments | undefined;
  readonly inbound: InboundInstruments | undefined;
  readonly tracer: Tracer | undefined;
  /** Returns the metrics of this process only. */
  families(): Promise<Family[]>;
  close(): Promise<void>;
}

/** Monitor that records nothing. */
export const NO_MONITOR: Monitor = {
  registry: undefined,
  http: undefined,
  delivery: undefined,
  inbound: undefined,
  tracer: undefined,
  families: () => Promise.resolve([]),
  close: () => Promise.resolve(),
};

/** Returns whether metrics are enabled. */
export function hasMetrics({ metricsPort, metricsToken }: Installation['config']): boolean {
  return metricsPort !== undefined || metricsToken !== undefined;
}

/** Returns whether each request and each attempt is logged. */
export function isLogged({ logLevel }: Installation['config']): boolean {
  return logLevel === 'debug';
}

/** Sets up the configured monitoring for a process. Loads only the modules that it needs. */
export async function createMonitor(installation: Installation, role: MonitoredRole): Promise<Monitor> {
  const tracer = await openTracer(installation, role);
  if (!hasMetrics(installation.config)) {
    return tracer ? { ...NO_MONITOR, tracer, close: () => tracer.close() } : NO_MONITOR;
  }
  const { createMetrics } = await import('./metrics.ts');
  const metrics = createMetrics(installation, role, tracer);
  return {
    ...metrics,
    tracer,
    families: () => metrics.registry.collect(),
    async close() {
      metrics.meter.close();
      await tracer?.close();
    },
  };
}

async function openTracer({ clock, config, log }: Installation, role: MonitoredRole): Promise<Tracer | undefined> {
  if (config.traceOff || (config.traceEndpoint ?? config.traceUrl) === undefined) return undefined;
  const [{ createTracer, traceUrlOf }, { packageVersion }] = await Promise.all([
    import('./tracer.ts'),
    import('../../base/package-version.ts'),
  ]);
  const url = traceUrlOf(config);
  return url === undefined ? undefined : createTracer({ clock, config, log, role, url, version: packageVersion() });
}
