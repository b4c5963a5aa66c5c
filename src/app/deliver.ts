import { flushCompileCache } from 'node:module';
import { loadConfig } from '../base/config.ts';
import { startDelivery } from './delivery.ts';
import { exitCodeOf } from './exit-code.ts';
import { openInstallation } from './installation.ts';
import { reportMetrics } from './monitor/forked.ts';
import { createMonitor } from './monitor/monitor.ts';
import type { Start } from './roles.ts';
import { RFC_TIMEOUTS } from '../smtp/connection.ts';
import { firstSignal, runUntilStopped } from './stop-signals.ts';
import { DELIVERY_INBOX_PORT } from './workers.ts';

/**
 * Runs a forked delivery process until it is stopped or its parent ends. Resolves with the exit code. To save memory,
 * this module loads no code of other roles.
 */
export function runDeliver(start: Start): Promise<number> {
  return exitCodeOf(undefined, () => deliverUntilStopped(start));
}

async function deliverUntilStopped(start: Start): Promise<void> {
  const reported = firstSignal();
  const config = loadConfig(start.environment);
  const installation = await openInstallation(config, start.environment, 'deliver', start.cloneRoot);
  const port = start.environment[DELIVERY_INBOX_PORT];
  const monitor = await createMonitor(installation, 'deliver');
  if (monitor.registry) reportMetrics(() => monitor.families());
  const delivery = startDelivery(installation, port === undefined ? undefined : Number(port), RFC_TIMEOUTS, monitor);
  // Write the compile cache now for later processes, because a process that is killed does not write it when it ends.
  flushCompileCache();
  await runUntilStopped(reported, installation.log, async () => {
    await delivery.stop();
    await monitor.close();
    await installation.close();
  });
}
