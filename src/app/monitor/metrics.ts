import { createRegistry } from '../../base/metrics.ts';
import { meterProcess } from '../../base/process-metrics.ts';
import {
  createDeliveryInstruments,
  createHttpInstruments,
  createInboundInstruments,
  registerInstallation,
} from '../../features/administration/monitoring/index.ts';
import { registerBackups } from '../backup/age.ts';
import type { Installation } from '../installation.ts';
import { packageVersion } from '../../base/package-version.ts';
import type { MonitoredRole } from './monitored-role.ts';
import type { Tracer } from './tracer.ts';

/**
 * Creates the metrics of a process with this role. Metrics about the whole installation are reported by main processes,
 * not by forked ones.
 */
export function createMetrics(installation: Installation, role: MonitoredRole, tracer: Tracer | undefined) {
  const registry = createRegistry();
  const meter = meterProcess(registry);
  registry.gauge({ name: 'postrider_build_info', help: 'Always 1.', labels: ['version', 'node', 'role'] }, () => [
    { labels: { version: packageVersion(), node: process.version, role }, value: 1 },
  ]);
  registry.gauge(
    {
      name: 'postrider_database_connections',
      help: 'Number of idle and busy database connections, and of requests waiting for a connection.',
      labels: ['state'],
    },
    () => {
      const { idle, total, waiting } = installation.db.connections();
      return Object.entries({ idle, busy: total - idle, waiting }).map(([state, value]) => ({
        labels: { state },
        value,
      }));
    },
  );
  if (tracer) {
    registry.counted(
      {
        name: 'postrider_trace_spans_total',
        help: 'Number of trace spans, by result: accepted by the collector, or lost.',
        labels: ['fate'],
      },
      () => Object.entries(tracer.counts()).map(([fate, value]) => ({ labels: { fate }, value })),
    );
  }
  if (role !== 'deliver') {
    registerInstallation(registry, installation);
    registerBackups(registry, installation);
  }
  return {
    registry,
    meter,
    http: role === 'all' || role === 'api' ? createHttpInstruments(registry) : undefined,
    delivery: role === 'deliver' ? createDeliveryInstruments(registry) : undefined,
    inbound: role === 'all' || role === 'inbound' ? createInboundInstruments(registry) : undefined,
  };
}
