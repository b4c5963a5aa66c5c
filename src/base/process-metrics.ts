import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Reading, Registry } from './metrics.ts';

/**
 * Sampling interval of the event loop delay, in milliseconds. Node's default of 10 would wake an idle process 100 times
 * per second.
 */
const POLL_EVERY_MS = 50;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** A running measurement of the process. `close` ends it. */
export interface ProcessMeter {
  close(): void;
}

/**
 * Registers metrics for CPU, memory, descriptors, and the event loop under the names that Node.js dashboards expect.
 */
export function meterProcess(registry: Registry): ProcessMeter {
  const delay = monitorEventLoopDelay({ resolution: POLL_EVERY_MS });
  delay.enable();
  const one = (value: number): Reading<never>[] => [{ labels: {}, value }];
  registry.counted({ name: 'process_cpu_seconds_total', help: 'CPU time used by the process.' }, () => {
    const { system, user } = process.cpuUsage();
    return one((system + user) / MICROSECONDS);
  });
  registry.gauge({ name: 'process_resident_memory_bytes', help: 'Resident memory of the process.' }, () =>
    one(process.memoryUsage.rss()),
  );
  registry.gauge(
    { name: 'process_start_time_seconds', help: 'Start time of the process in seconds since the Unix epoch.' },
    () => one(performance.timeOrigin / 1_000),
  );
  registry.gauge({ name: 'process_open_fds', help: 'Number of open file descriptors (Linux only).' }, () =>
    one(openDescriptors()),
  );
  registry.gauge(
    { name: 'nodejs_heap_size_used_bytes', help: 'Used size of the V8 heap, including garbage not yet collected.' },
    () => one(process.memoryUsage().heapUsed),
  );
  const lag = (name: string, which: string, read: () => number): void =>
    registry.gauge(
      {
        name: `nodejs_eventloop_lag_${name}_seconds`,
        help: `Event loop delay since the last scrape: ${which}.`,
      },
      () => one(lagOf(read())),
    );
  lag('p50', 'median', () => delay.percentile(50));
  lag('p99', '99th percentile', () => delay.percentile(99));
  lag('max', 'maximum', () => {
    const { max } = delay;
    // Reset the histogram here, because the maximum is registered last and metrics are read in the order of
    // registration.
    delay.reset();
    return max;
  });
  return { close: () => void delay.disable() };
}

/**
 * Converts a sampled delay to event loop lag. The histogram contains the time between samples, so the sampling interval
 * is subtracted.
 */
function lagOf(nanoseconds: number): number {
  return Math.max(0, nanoseconds / NANOSECONDS - POLL_EVERY_MS / 1_000);
}

function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}
