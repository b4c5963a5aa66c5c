import {
  flushQueue,
  MAX_COUNTED,
  resumeSite,
  stopSite,
  viewQueue,
  type QueueView,
} from '../../features/sending/delivery/index.ts';
import type { Database } from '../../base/db.ts';
import { siteSuffix } from '../../features/administration/operator/index.ts';
import type { Installation } from '../installation.ts';
import { recordInstallationCommand } from './audit.ts';
import { print, printTable } from './output.ts';
import { CommandFailure, parseArguments, UsageError, wholeNumber, word, type Arguments } from './parse.ts';
import { requireAccount } from './whose.ts';

export const queueUsage = `postrider queue list
postrider queue stop SITE [--minutes 60] [--reason TEXT]
postrider queue resume SITE
postrider queue flush [--domain NAME] [--account EMAIL]

flush has mail that was put off tried again now: all of it, that to a domain, or that of an account. What is paused or
stopped stays as it is.
SITE is the end of a site's name, for example google.com`;

const MINUTE_MS = 60_000;
const DEFAULT_MINUTES = 60;
const MAX_MINUTES = 7 * 24 * 60;
const MAX_TEXT_CHARACTERS = 200;

/** `postrider queue ...`: what waits, how the receivers' sites do, and stopping one of them. */
export async function queueCommand({ db }: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, ['minutes', 'reason', 'domain', 'account']);
  switch (parsed.words[0]) {
    case 'list':
      return printQueue(await viewQueue(db));
    case 'stop': {
      const site = siteName(word(parsed, 1, 'SITE'));
      const minutes = wholeNumber(parsed, 'minutes', DEFAULT_MINUTES, [1, MAX_MINUTES]);
      const reason = (parsed.option('reason') ?? 'stopped by the operator').slice(0, MAX_TEXT_CHARACTERS);
      const stop = await db.transaction(async (tx) => {
        await recordInstallationCommand(tx, { action: 'queue.stop', subject: site, after: { minutes, reason } });
        return stopSite(tx, site, minutes * MINUTE_MS, reason);
      });
      return print(`Nothing goes to ...${stop.siteSuffix} until ${stop.until.toISOString()}.`);
    }
    case 'resume': {
      const site = siteName(word(parsed, 1, 'SITE'));
      await db.transaction(async (tx) => {
        if (!(await resumeSite(tx, site))) {
          throw new CommandFailure(`${site} is not stopped; see: postrider queue list`);
        }
        await recordInstallationCommand(tx, { action: 'queue.resume', subject: site });
      });
      return print(`Mail goes to ...${site} again.`);
    }
    case 'flush':
      return flush(db, parsed);
    default:
      throw new UsageError('list, stop, resume or flush is expected');
  }
}

async function flush(db: Database, parsed: Arguments): Promise<void> {
  const [domain, email] = [parsed.option('domain')?.toLowerCase(), parsed.option('account')];
  const account = email === undefined ? undefined : await requireAccount(db, email);
  await db.transaction((tx) =>
    recordInstallationCommand(tx, {
      action: 'queue.flush',
      subject: domain ?? 'all',
      after: { domain, account: account?.email },
    }),
  );
  const count = await flushQueue(db, { domain, accountId: account?.id });
  const nothing = account?.pausedAt ? 'Sending is paused for this account: nothing is tried.' : 'Nothing was put off.';
  print(count === 0 ? nothing : `Tried again now: ${count}.`);
}

function siteName(given: string): string {
  const site = siteSuffix(given);
  if (site === undefined) throw new UsageError('SITE must have 3 to 200 characters');
  return site;
}

function printQueue({ sites, stops, waiting }: QueueView): void {
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  const parts = waiting.map(({ count, mailClass }) => `${count} ${mailClass}`);
  print(
    total === 0 ? 'Nothing waits.' : `${total >= MAX_COUNTED ? 'At least ' : ''}${total} wait: ${parts.join(', ')}.`,
  );
  if (sites.length > 0) {
    print();
    printTable(
      ['SITE', 'PROCESS', 'WAITING', 'CONNECTIONS', 'MAILS/S', 'RESTS UNTIL', 'WHY'],
      sites.map((site) => [
        site.site,
        String(site.worker),
        String(site.waiting),
        `${site.connections} of ${site.allowedConnections}`,
        site.perSecond.toFixed(1),
        site.restingUntil?.toISOString() ?? '-',
        site.reason ?? '-',
      ]),
    );
  }
  if (stops.length === 0) return;
  print();
  printTable(
    ['STOPPED', 'UNTIL', 'WHY'],
    stops.map((stop) => [`...${stop.siteSuffix}`, stop.until.toISOString(), stop.reason]),
  );
}
