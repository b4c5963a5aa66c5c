import type { ProcessFamilies } from '../../base/metrics-text.ts';
import type { Installation } from '../installation.ts';
import { createMonitor, type Monitor } from './monitor.ts';
import type { MonitoredRole } from './monitored-role.ts';
import { createMetricsPage } from './page.ts';

/** Monitoring of a running process and its forked processes. */
export interface Monitoring {
  readonly monitor: Monitor;
  /** Returns the metrics page for this process and all forked processes. */
  readonly page: () => Promise<string>;
  /** Adds the metrics of forked processes to the metrics page. */
  watchForked(collect: () => Promise<readonly ProcessFamilies[]>): void;
}

/**
 * Starts the configured monitoring, with its own listener if a port is set. Inserts the monitor and the listener at the
 * front of `parts`, which are closed in order. Throws StartupError if it cannot listen on the port.
 */
export async function startMonitoring(
  installation: Installation,
  role: MonitoredRole,
  parts: { close(): Promise<void> }[],
): Promise<Monitoring> {
  const monitor = await createMonitor(installation, role);
  parts.unshift(monitor);
  let forked = (): Promise<readonly ProcessFamilies[]> => Promise.resolve([]);
  const page = createMetricsPage(monitor, () => forked());
  const { metricsPort } = installation.config;
  if (metricsPort !== undefined) {
    const { startMonitorListener } = await import('./listener.ts');
    parts.unshift(await startMonitorListener(installation, metricsPort, page));
  }
  return {
    monitor,
    page,
    watchForked(collect) {
      forked = collect;
    },
  };
}
