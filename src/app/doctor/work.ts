import { classInWords, listClassPauses, type ListedClassPause } from '../../features/tenants/accounts/index.ts';
import { missedByPart, type MissedOfPart } from '../../features/sending/delivery/index.ts';
import { openAlerts, type OpenAlert } from '../../features/sending/delivery-alerts/index.ts';
import { listFailedDeletions } from '../../features/tenants/deletion/index.ts';
import { listFailedBatches } from '../../features/sending/mailings/index.ts';
import type { Installation } from '../installation.ts';
import { fine, problem, warning, type Finding } from './finding.ts';
import { ailingJobs, dueMail, partitionDays } from './queries.ts';

const COUNTED_MAIL = 100_000;
const LATE_SECONDS = 120;
const MAX_ALERTS = 50;

/** Checks the queue, partitions, delivery alerts, outcomes, pauses, and background jobs. */
export async function examineWork({ db }: Installation): Promise<Finding[]> {
  const [queue] = await dueMail(db, COUNTED_MAIL);
  const [partitions] = await partitionDays(db);
  const jobs = await ailingJobs(db);
  const alerts = await openAlerts(db, MAX_ALERTS);
  const deletions = await listFailedDeletions(db, MAX_ALERTS);
  const batches = await listFailedBatches(db, MAX_ALERTS);
  const missed = await missedByPart(db);
  const pauses = await listClassPauses(db, MAX_ALERTS);
  return [
    judgeQueue(queue?.due ?? 0, queue?.oldest_seconds ?? 0),
    judgePartitions(partitions?.days ?? 0),
    ...(alerts.every(({ kind }) => kind === 'unprepared')
      ? [fine('receivers', 'no receiver rejected or deferred emails by policy in the last 24 hours')]
      : []),
    ...alerts.map(judgeAlert),
    ...(missed.length === 0 ? [fine('outcomes', 'all outcomes are recorded')] : []),
    ...missed.map(judgeMissed),
    ...pauses.map(judgeClassPause),
    ...(jobs.length === 0 ? [fine('jobs', 'background jobs are running')] : []),
    ...jobs.map(({ name, failed }) =>
      warning(
        'jobs',
        failed === null ? `"${name}" is overdue` : `"${name}" failed: ${failed}`,
        failed === null
          ? 'Run `postrider start` to start the server.'
          : 'Check the log. The job is retried automatically.',
      ),
    ),
    ...deletions.map(({ account_id: id, attempts, failed }) =>
      warning(
        'deletions',
        `the data in the deleted account ${id} cannot be removed (attempts: ${attempts}): ${failed}`,
        'Check the log and fix the cause. The removal is retried automatically at least once a day.',
      ),
    ),
    ...batches.map(({ account_id: id, failed, mailing_id: mailing }) =>
      warning(
        'mailings',
        `queued emails of the mailing ${mailing} (account ${id}) prevent the removal of an expired day: ${failed}`,
        'Check the log and fix the cause. The removal is retried automatically every hour.',
      ),
    ),
  ];
}

/** Checks whether due messages are being sent. */
export function judgeQueue(due: number, oldestSeconds: number): Finding {
  const count = due >= COUNTED_MAIL ? `${COUNTED_MAIL} or more` : String(due);
  if (due === 0) return fine('queue', 'no emails are due');
  if (oldestSeconds <= LATE_SECONDS)
    return fine('queue', `emails due: ${count}, the oldest for ${Math.round(oldestSeconds)} s`);
  return problem(
    'queue',
    `emails due: ${count}, the oldest for ${Math.round(oldestSeconds / 60)} minutes`,
    'Check that delivery is running (postrider start or postrider worker), and check its log.',
  );
}

/** Returns a problem if there is no partition for tomorrow. Without a partition, messages are rejected. */
export function judgePartitions(days: number): Finding {
  if (days >= 2) return fine('partitions', `created for ${days} days from today`);
  return problem('partitions', 'none for tomorrow: emails will be rejected', 'Run: postrider migrate');
}

/** Reports outcomes that a listener missed, or that delivery could not record. */
export function judgeMissed({ accounts, error, expired, oldestSeconds, part, waiting }: MissedOfPart): Finding {
  const who = accounts === 1 ? 'one account' : `${accounts} accounts`;
  const minutes = Math.round(oldestSeconds / 60);
  const lost = expired === 0 ? '' : ` (expired: ${expired})`;
  return warning(
    'outcomes',
    `Component "${part}" did not record ${waiting + expired} outcomes of ${who}${lost}. The oldest is ${minutes} minutes old: ${error}`,
    'Outcomes that were not recorded do not cause duplicate emails. Fix the cause. Postrider retries automatically for a week.',
  );
}

/** Returns a warning about a paused mail class. */
export function judgeClassPause({ email, mailClass, reason }: ListedClassPause): Finding {
  return warning(
    'bulk email',
    `${classInWords(mailClass)} of ${email} are paused: ${reason}`,
    `After you fix the cause, run: postrider account resume ${email} --class ${mailClass}`,
  );
}

const ALERTS = {
  sender: {
    did: 'is rejected by receivers',
    remedy:
      'Run `postrider domain show NAME --account EMAIL`, and check that the DKIM, SPF, and DMARC records are published.',
  },
  blocked: {
    did: 'rejects emails by policy',
    remedy:
      'Check which emails are sent to this site, and whether your IP addresses are on the blocklists named in the reply.',
  },
  paused: {
    did: 'limits or defers emails for now',
    remedy:
      'No emails are lost, because Postrider retries them. If the server’s reply names a blocklist, fix the cause and request removal of your IP address.',
  },
  route: {
    did: 'could not be reached, and emails used another route',
    remedy: 'Run `postrider route list`, and check that the relay or the route to the receiving server works.',
  },
  resolver: {
    did: 'reported no mail servers for domains that had mail servers, so its response was ignored',
    remedy: 'Check that the name servers in POSTRIDER_RESOLVER, or in /etc/resolv.conf, respond.',
  },
  unprepared: {
    did: 'cannot be read, so its emails are waiting',
    remedy:
      'Check the log for "Message could not be prepared". Postrider retries these emails for several hours before they fail.',
  },
} as const;

/** Returns a warning for a delivery alert. */
export function judgeAlert({ count, kind, reason, subject }: OpenAlert): Finding {
  const { did, remedy } = ALERTS[kind];
  return warning(
    kind === 'unprepared' ? 'stored mail' : 'receivers',
    `${subject} ${did} (${count} in total): ${reason ?? 'no reason given'}`,
    remedy,
  );
}
