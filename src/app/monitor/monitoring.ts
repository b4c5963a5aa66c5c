import type { ProcessFamilies } from '../../base/metrics-text.ts';
import type { Installation } from '../installation.ts';
import { createMonitor, type Monitor } from './monitor.ts';
import type { MonitoredRole } from './monitored-role.ts';
import { createMetricsPage } from './page.ts';

/** What watches a process that was started, and those that it forks. */
export interface Monitoring {
  readonly monitor: Monitor;
  /** The page of metrics, of all of them. */
  readonly page: () => Promise<string>;
  /** Has the page show processes that were forked. */
  watchForked(collect: () => Promise<readonly ProcessFamilies[]>): void;
}

/**
 * Begins to watch as the configuration says, with a listener of its own where there is a port for one; what it opens is put
 * in front of `parts`, which are closed in their order. Throws StartupError when the port is taken.
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
