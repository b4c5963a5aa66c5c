import { flushCompileCache } from 'node:module';
import { loadConfig } from '../base/config.ts';
import { startDelivery } from './delivery.ts';
import { exitCodeOf } from './exit-code.ts';
import { openInstallation } from './installation.ts';
import { tellMetrics } from './monitor/forked.ts';
import { createMonitor } from './monitor/monitor.ts';
import type { Start } from './roles.ts';
import { RFC_TIMEOUTS } from '../smtp/connection.ts';
import { firstSignal, runUntilStopped } from './stop-signals.ts';
import { DELIVERY_INBOX_PORT } from './workers.ts';

/**
 * One delivery process, forked by the roles that deliver; ends with its parent, and resolves with the exit code. It loads
 * nothing of the other roles: there is one for each core, and what it holds is looked through at each collection.
 */
export function runDeliver(start: Start): Promise<number> {
  return exitCodeOf(undefined, () => deliverUntilStopped(start));
}

async function deliverUntilStopped(start: Start): Promise<void> {
  const told = firstSignal();
  const config = loadConfig(start.environment);
  const installation = await openInstallation(config, start.environment, 'deliver', start.cloneRoot);
  const port = start.environment[DELIVERY_INBOX_PORT];
  const monitor = await createMonitor(installation, 'deliver');
  if (monitor.registry) tellMetrics(() => monitor.families());
  const delivery = startDelivery(installation, port === undefined ? undefined : Number(port), RFC_TIMEOUTS, monitor);
  // Where there is a cache, what this process compiled serves the next ones; one that is killed writes none at its end.
  flushCompileCache();
  await runUntilStopped(told, installation.log, async () => {
    await delivery.stop();
    await monitor.close();
    await installation.close();
  });
}
