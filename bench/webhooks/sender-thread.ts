import { parentPort, workerData } from 'node:worker_threads';
import { openInstallation } from '../../src/app/installation.ts';
import { startWebhooks } from '../../src/app/webhooks.ts';
import { loadConfig } from '../../src/base/config.ts';
import { createResolver } from '../../src/base/dns.ts';
import { sendBare } from './loops.ts';

/** What a thread of senders is: an engine on an installation, or a bare loop to some receivers. */
export interface SenderTask {
  readonly environment: Readonly<Record<string, string>> | undefined;
  readonly origins: readonly string[];
}

/** A bare loop sends so many; an engine begins at a number above 0, and stops at 0. */
export type SenderOrder = number;

// Given by startSenders alone.
const { environment, origins } = workerData as SenderTask;
const obey = environment ? await openEngine(environment) : (count: SenderOrder) => sendBare(origins, count);
parentPort?.on('message', (count: SenderOrder) => {
  void obey(count).then(() => parentPort?.postMessage('done'));
});
parentPort?.postMessage('ready');

async function openEngine(settings: Readonly<Record<string, string>>): Promise<(count: SenderOrder) => Promise<void>> {
  const installation = await openInstallation(loadConfig(settings), settings, 'bench', undefined);
  const resolver = createResolver({ clock: installation.clock });
  let webhooks: ReturnType<typeof startWebhooks> | undefined;
  return async (count) => {
    if (count > 0) webhooks = startWebhooks(installation, resolver);
    else await webhooks?.stop();
  };
}
