import { setTimeout as sleep } from 'node:timers/promises';
import {
  areSitesQuiet,
  MAX_COUNTED,
  PROVIDERS,
  resumeSite,
  siteSuffixesOf,
  STOP_KNOWN_MS,
  stopSite,
  viewQueue,
  whatIsAtWork,
  type QueueView,
} from '../../features/sending/delivery/index.ts';
import type { Database } from '../../base/db.ts';
import { siteSuffix } from '../../features/administration/operator/index.ts';
import { pauseAccount, recordCommand, resumeAccount } from '../../features/tenants/accounts/index.ts';
import type { Installation } from '../installation.ts';
import { recordInstallationCommand } from './audit.ts';
import { print, printTable } from './output.ts';
import { CommandFailure, parseArguments, UsageError, wholeNumber, word, type Arguments } from './parse.ts';
import { drain, purge, requeue } from './queue-maintenance.ts';
import { requireAccount } from './whose.ts';

export const queueUsage = `postrider queue status
postrider queue pause all|SITE|--provider NAME [--minutes 60] [--reason TEXT]
postrider queue pause --account EMAIL --reason TEXT
postrider queue resume all|SITE|--provider NAME|--account EMAIL
postrider queue requeue [--domain NAME] [--site SITE] [--account EMAIL] [--tag TAG]
postrider queue purge [--domain NAME] [--site SITE] [--account EMAIL] [--tag TAG] [--all] [--confirm N]
postrider queue drain [--minutes 60] [--wait 600]
postrider queue drain --end

pause keeps emails to a receiver’s sites in the queue for a limited time, or stops sending for an account until you resume sending. When you pause sites, the command waits until no process is sending to the sites.
requeue retries deferred emails immediately. Paused sites and accounts stay paused.
purge permanently removes emails from the queue. Without --confirm, purge only counts the emails.
drain stops accepting new emails and waits until no emails are due, then exits with code 0.
SITE is the end of a site name, for example google.com. For --provider, NAME is one of ${PROVIDERS.join(', ')}.
list, stop, and flush are older names for status, pause, and requeue.`;

const MINUTE_MS = 60_000;
/** Maximum time, in milliseconds, to wait for emails that are being sent when a pause begins. */
const MAX_QUIET_MS = 60_000;
const POLL_EVERY_MS = 1_000;
const DEFAULT_MINUTES = 60;
const MAX_MINUTES = 7 * 24 * 60;
const MAX_TEXT_CHARACTERS = 200;

type Action = (installation: Installation, parsed: Arguments) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action>> = {
  status: ({ db }) => printStatus(db),
  list: ({ db }) => printStatus(db),
  pause: ({ db }, parsed) => pause(db, parsed),
  stop: ({ db }, parsed) => pause(db, parsed),
  resume: ({ db }, parsed) => resume(db, parsed),
  requeue,
  flush: requeue,
  purge,
  drain,
};

/** Runs `postrider queue ...`, which shows and manages the queue. */
export async function queueCommand(installation: Installation, args: readonly string[]): Promise<void> {
  const options = ['minutes', 'reason', 'domain', 'account', 'site', 'tag', 'provider', 'confirm', 'wait'];
  const parsed = parseArguments(args, options, ['all', 'end']);
  const [name = ''] = parsed.words;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) throw new UsageError('expected status, pause, resume, requeue, purge, or drain');
  await action(installation, parsed);
}

async function pause(db: Database, parsed: Arguments): Promise<void> {
  const email = parsed.option('account');
  if (email !== undefined) return pauseOne(db, email, parsed.required('reason'));
  const { shown, suffixes } = sitesOf(parsed);
  const minutes = wholeNumber(parsed, 'minutes', DEFAULT_MINUTES, [1, MAX_MINUTES]);
  const reason = (parsed.option('reason') ?? 'paused by the operator').slice(0, MAX_TEXT_CHARACTERS);
  const until = await db.transaction(async (tx) => {
    await recordInstallationCommand(tx, { action: 'queue.stop', subject: shown, after: { minutes, reason } });
    const stops = [];
    for (const suffix of suffixes) stops.push(await stopSite(tx, suffix, minutes * MINUTE_MS, reason));
    return stops[0]?.until;
  });
  await sleep(STOP_KNOWN_MS);
  const deadlineMs = performance.now() + MAX_QUIET_MS;
  let isQuiet = await areSitesQuiet(db, suffixes);
  while (!isQuiet && performance.now() < deadlineMs) {
    await sleep(POLL_EVERY_MS);
    isQuiet = await areSitesQuiet(db, suffixes);
  }
  print(`Sending to ${shownSite(shown)} is paused until ${until?.toISOString()}.`);
  if (!isQuiet)
    print(
      'Some emails that were being sent when the pause began are still in progress. To see the queues, run: postrider queue status',
    );
}

async function pauseOne(db: Database, email: string, reason: string): Promise<void> {
  const { id } = await requireAccount(db, email);
  await db.transaction(async (tx) => {
    await pauseAccount(tx, id, reason);
    await recordCommand(tx, id, { action: 'account.pause', subject: email, after: { reason } });
  });
  print(`Sending is paused for ${email}.`);
}

async function resume(db: Database, parsed: Arguments): Promise<void> {
  const email = parsed.option('account');
  if (email !== undefined) return resumeOne(db, email);
  const { shown, suffixes } = sitesOf(parsed);
  await db.transaction(async (tx) => {
    let isResumed = false;
    for (const suffix of suffixes) isResumed = (await resumeSite(tx, suffix)) || isResumed;
    if (!isResumed) throw new CommandFailure(`${shown} is not paused; to list pauses, run: postrider queue status`);
    await recordInstallationCommand(tx, { action: 'queue.resume', subject: shown });
  });
  print(`Sending to ${shownSite(shown)} has resumed.`);
}

async function resumeOne(db: Database, email: string): Promise<void> {
  const { id } = await requireAccount(db, email);
  await db.transaction(async (tx) => {
    await resumeAccount(tx, id);
    await recordCommand(tx, id, { action: 'account.resume', subject: email });
  });
  print(`Sending has resumed for ${email}.`);
}

/** Returns the selected sites: all sites, a provider's sites, or the sites whose names end with the given suffix. */
function sitesOf(parsed: Arguments): { readonly shown: string; readonly suffixes: readonly string[] } {
  const provider = parsed.option('provider');
  if (provider === undefined) {
    const given = word(parsed, 1, 'SITE');
    const site = siteSuffix(given === 'all' ? '*' : given);
    if (site === undefined) throw new UsageError('SITE must have 3 to 200 characters');
    return { shown: site === '' ? 'all' : site, suffixes: [site] };
  }
  const suffixes = siteSuffixesOf(provider);
  if (!suffixes) throw new UsageError(`--provider must be one of ${PROVIDERS.join(', ')}, not "${provider}"`);
  return { shown: provider, suffixes };
}

function shownSite(shown: string): string {
  if (shown === 'all') return 'all sites';
  return PROVIDERS.includes(shown) ? shown : `...${shown}`;
}

async function printStatus(db: Database): Promise<void> {
  const [view, rest] = await Promise.all([viewQueue(db), whatIsAtWork(db)]);
  printQueue(view);
  if (view.drainingUntil) print(`\nNew emails are not accepted until ${view.drainingUntil.toISOString()}.`);
  if (rest.chunks) print('\nBulk email is also queued in batches, which are not counted here.');
}

function printQueue({ sites, stops, waiting }: QueueView): void {
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  const parts = waiting.map(({ count, mailClass }) => `${count} ${mailClass}`);
  print(
    total === 0
      ? 'The queue is empty.'
      : `${total >= MAX_COUNTED ? 'At least ' : ''}${total} queued: ${parts.join(', ')}.`,
  );
  if (sites.length > 0) {
    print();
    printTable(
      ['SITE', 'PROCESS', 'WAITING', 'CONNECTIONS', 'EMAILS/S', 'BACKOFF UNTIL', 'REASON'],
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
    ['PAUSED', 'UNTIL', 'REASON'],
    stops.map((stop) => [
      stop.siteSuffix === '' ? 'all' : `...${stop.siteSuffix}`,
      stop.until.toISOString(),
      stop.reason,
    ]),
  );
}
