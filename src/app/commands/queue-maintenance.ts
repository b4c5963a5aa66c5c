import { setTimeout as sleep } from 'node:timers/promises';
import { systemRandom } from '../../base/clock.ts';
import type { Database } from '../../base/db.ts';
import {
  startDrain,
  countPurge,
  DRAIN_KNOWN_MS,
  endDrain,
  flushQueue,
  purgeQueue,
  whatIsAtWork,
  type QueueFilter,
} from '../../features/sending/delivery/index.ts';
import type { Installation } from '../installation.ts';
import { outcomeListeners } from '../outcomes.ts';
import { recordInstallationCommand } from './audit.ts';
import { print } from './output.ts';
import { CommandFailure, UsageError, wholeNumber, type Arguments } from './parse.ts';
import { requireAccount } from './whose.ts';

const MINUTE_MS = 60_000;
const DEFAULT_DRAIN_MINUTES = 60;
const MAX_DRAIN_MINUTES = 24 * 60;
const DEFAULT_WAIT_SECONDS = 600;
const MAX_WAIT_SECONDS = 24 * 3_600;
const MAX_PURGED = 1_000_000_000;
const POLL_EVERY_MS = 1_000;
/** Milliseconds to wait after a drain has started, until all processes refuse new messages. */
const NOTICED_BY_ALL_MS = 2 * DRAIN_KNOWN_MS;

/** Runs `postrider queue requeue`, which makes the selected deferred messages due now. */
export async function requeue({ db }: Installation, parsed: Arguments): Promise<void> {
  const { account, filter, words } = await filterOf(db, parsed);
  await db.transaction((tx) =>
    recordInstallationCommand(tx, { action: 'queue.flush', subject: words.domain ?? 'all', after: words }),
  );
  const count = await flushQueue(db, filter);
  const nothing = account?.pausedAt
    ? 'Sending is paused for this account: no emails are retried.'
    : 'No emails are deferred.';
  print(count === 0 ? nothing : `Requeued: ${count}.`);
}

/**
 * Runs `postrider queue purge`, which counts the selected recipients or, with `--confirm`, removes them from the queue.
 */
export async function purge({ clock, config, db, log }: Installation, parsed: Arguments): Promise<void> {
  const { filter, words } = await filterOf(db, parsed);
  const isAll = Object.values(words).every((given) => given === undefined);
  if (isAll && !parsed.flag('all')) {
    throw new UsageError('purge requires --domain, --site, --account, or --tag, or --all for the whole queue');
  }
  const { free, held } = await countPurge(db, filter);
  const count = free + held;
  if (parsed.option('confirm') === undefined) {
    print(`${count} ${count === 1 ? 'recipient' : 'recipients'} would be removed from the queue and marked as failed.`);
    if (count > 0) print(`To confirm, run the command again with --confirm ${count}.`);
    return;
  }
  const confirmed = wholeNumber(parsed, 'confirm', 0, [0, MAX_PURGED]);
  if (count > confirmed) {
    throw new CommandFailure(
      `${count} recipients match now, but only ${confirmed} were confirmed; no emails were removed`,
    );
  }
  const subject = isAll
    ? 'all'
    : Object.values(words)
        .filter((given) => given !== undefined)
        .join(' ');
  await db.transaction((tx) =>
    recordInstallationCommand(tx, { action: 'queue.purge', subject, after: { ...words, matched: count } }),
  );
  const { left, purged } = await purgeQueue(
    { db, clock, log, random: systemRandom, listeners: outcomeListeners(config) },
    filter,
  );
  await db.transaction((tx) =>
    recordInstallationCommand(tx, { action: 'queue.purged', subject, after: { ...words, purged } }),
  );
  print(`Removed from the queue: ${purged}.`);
  if (left > 0) {
    const recipients = left === 1 ? 'recipient is' : 'recipients are';
    throw new CommandFailure(`${left} ${recipients} being handled by a delivery process; run the command again`);
  }
}

/**
 * Runs `postrider queue drain`. Stops accepting messages and waits until none are due, or, with `--end`, accepts
 * messages again. Throws CommandFailure if messages are still due after the waiting time.
 */
export async function drain({ clock, db }: Installation, parsed: Arguments): Promise<void> {
  if (parsed.flag('end')) {
    const wasOn = await db.transaction(async (tx) => {
      await recordInstallationCommand(tx, { action: 'queue.drain_end', subject: 'all' });
      return endDrain(tx);
    });
    return print(wasOn ? 'New emails are accepted again.' : 'New emails were already being accepted.');
  }
  const minutes = wholeNumber(parsed, 'minutes', DEFAULT_DRAIN_MINUTES, [1, MAX_DRAIN_MINUTES]);
  const waitSeconds = wholeNumber(parsed, 'wait', DEFAULT_WAIT_SECONDS, [0, MAX_WAIT_SECONDS]);
  const until = await db.transaction(async (tx) => {
    await recordInstallationCommand(tx, { action: 'queue.drain', subject: 'all', after: { minutes } });
    return startDrain(tx, minutes * MINUTE_MS);
  });
  print(`New emails are not accepted until ${until.toISOString()}.`);
  await sleep(NOTICED_BY_ALL_MS);
  const deadlineMs = clock.now() + waitSeconds * 1_000;
  for (;;) {
    const rest = await whatIsAtWork(db);
    if (!rest.ready && !rest.at_work && !rest.chunks) return print('Drained: no emails are due.');
    if (clock.now() >= deadlineMs) {
      const left = [
        rest.ready && 'emails are due',
        rest.at_work && 'emails are being sent',
        rest.chunks && 'bulk email is due',
      ];
      throw new CommandFailure(
        `not drained within ${waitSeconds} s: ${left.filter(Boolean).join(', ')}; new emails are still not accepted. See: postrider queue status`,
      );
    }
    await sleep(POLL_EVERY_MS);
  }
}

/** Returns the account, if one is given, and the selection as a queue filter and as text for the audit log. */
async function filterOf(db: Database, parsed: Arguments) {
  const [domain, site] = [parsed.option('domain')?.toLowerCase(), parsed.option('site')?.toLowerCase()];
  const [email, tag] = [parsed.option('account'), parsed.option('tag')];
  const account = email === undefined ? undefined : await requireAccount(db, email);
  const filter: QueueFilter = { accountId: account?.id, domain, site, tag };
  return { account, filter, words: { domain, account: account?.email, site, tag } };
}
