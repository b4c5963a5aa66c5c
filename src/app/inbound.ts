import { readFileSync } from 'node:fs';
import type { Config } from '../base/config.ts';
import { startJobs } from '../base/jobs.ts';
import { StartupError } from '../base/startup-error.ts';
import { accountsOfDomain, createReturnPathDirectory } from '../features/sending/domains/index.ts';
import { isolated, recordLateOutcome, type NamedListener } from '../features/sending/delivery/index.ts';
import {
  createAddressBook,
  purgeReceived,
  startListener,
  startProcessor,
  type ReportHandlers,
} from '../features/outcomes/inbound/index.ts';
import { recordLateMailingOutcome } from '../features/sending/mailings/index.ts';
import { storeReports } from '../features/outcomes/mail-reports/index.ts';
import { MAIL_CLASSES } from '../mail/mail-class.ts';
import type { Installation } from './installation.ts';
import { explainListenFailure } from './listening.ts';
import { NO_MONITOR, type Monitor } from './monitor/monitor.ts';
import { outcomeListeners } from './outcomes.ts';
import { returnPathsOf } from './return-paths.ts';
import { mailedUnsubscriptionsOf } from './subscriptions.ts';

/** Handlers for TLS and DMARC reports, which receivers send because the DNS records of sender domains request them. */
const REPORTS: ReportHandlers = { 'tls-reports': storeReports, 'dmarc-reports': storeReports };
const PURGE_EVERY_MS = 10 * 60_000;
/** Port used if POSTRIDER_INBOUND_PORT is not set. */
const DEFAULT_PORT = 25;

/** The running inbound role. */
export interface Inbound {
  readonly port: number;
  /** Checks for due messages now instead of at the next poll. */
  wake(): void;
  /** Stops listening, then finishes the messages in progress. */
  close(): Promise<void>;
}

/**
 * Starts to receive and process email: bounces, complaints, unsubscribe requests, and reports. Throws StartupError if
 * it cannot listen on the configured address, or if the TLS settings are incomplete or their files cannot be read.
 */
export async function startInbound(
  installation: Installation,
  reports: ReportHandlers = REPORTS,
  mailed = mailedUnsubscriptionsOf(installation),
  listeners = outcomeListeners(installation.config),
  { inbound: instruments }: Monitor = NO_MONITOR,
): Promise<Inbound> {
  const { clock, config, db, log } = installation;
  const tls = readTls(config);
  const domains = createReturnPathDirectory({ db, clock });
  const paths = returnPathsOf(installation);
  const book = createAddressBook({
    hosts: [config.hostname, ...(config.returnPathDomain === undefined ? [] : [config.returnPathDomain])],
    readLocalPart: (localPart) => paths.read(localPart),
    readSubscriber: mailed.readSubscriber,
    isReturnPathHost: (host) => domains.isReturnPathHost(host),
  });
  const onOutcomes = isolated({ clock, log, listeners: counted(listeners, instruments) });
  const processor = startProcessor({
    db,
    log,
    book,
    find: (text) => paths.find(text),
    findSubscriber: mailed.findSubscriber,
    actors: {
      async recordLate(tx, report) {
        const result = await recordLateOutcome(tx, report, onOutcomes);
        // An unknown message may belong to a mailing.
        return result === 'unknown' ? recordLateMailingOutcome(tx, report, onOutcomes) : result;
      },
      leave: mailed.leave,
      onUnsubscribe: mailed.leaveByMail,
      reports,
      accountsOfDomain,
    },
  });
  const jobs = startJobs({
    db,
    log,
    jobs: [{ name: 'purge inbound email', everyMs: PURGE_EVERY_MS, run: async () => void (await purgeReceived(db)) }],
  });
  const { hostname, inboundHost: host, inboundPort: port = DEFAULT_PORT } = config;
  const listener = await startListener(
    { db, log, clock, book, onStored: () => processor.wake() },
    { host, port, hostname, tls },
  ).catch(async (error: unknown) => {
    await jobs.close();
    await processor.stop();
    throw explainListenFailure(error, host, port, 'POSTRIDER_INBOUND_PORT');
  });
  log.info('Listening for inbound mail', { host, port: listener.port, startTls: tls !== undefined });
  return {
    port: listener.port,
    wake: () => processor.wake(),
    async close() {
      await listener.close();
      await jobs.close();
      await processor.stop();
    },
  };
}

/** Adds a listener that counts reported outcomes for metrics. */
function counted(listeners: readonly NamedListener[], instruments: Monitor['inbound']): readonly NamedListener[] {
  if (!instruments) return listeners;
  const counting: NamedListener = {
    name: 'metrics',
    hears: MAIL_CLASSES,
    hear(_tx, _accountId, outcomes) {
      for (const { kind, mailClass } of outcomes) instruments.reported(mailClass, kind);
      return Promise.resolve();
    },
  };
  return [...listeners, counting];
}

function readTls({ tlsCert, tlsKey }: Config): { readonly cert: string; readonly key: string } | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new StartupError(
      'POSTRIDER_TLS_CERT and POSTRIDER_TLS_KEY must be set together, but only one of them is set.',
      'Set both, or remove both.',
    );
  }
  return { cert: readPem('POSTRIDER_TLS_CERT', tlsCert), key: readPem('POSTRIDER_TLS_KEY', tlsKey) };
}

function readPem(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartupError(
      `The file named in ${setting} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      `Set ${setting} to the path of a PEM file that this user can read, or remove the setting.`,
    );
  }
}
