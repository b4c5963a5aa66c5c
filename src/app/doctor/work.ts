import { classInWords, listClassPauses, type ListedClassPause } from '../../features/tenants/accounts/index.ts';
import { missedByPart, type MissedOfPart } from '../../features/sending/delivery/index.ts';
import { openAlerts, type OpenAlert } from '../../features/sending/delivery-alerts/index.ts';
import { listFailedDeletions } from '../../features/tenants/deletion/index.ts';
import { listFailedLots } from '../../features/sending/mailings/index.ts';
import type { Installation } from '../installation.ts';
import { fine, problem, warning, type Finding } from './finding.ts';
import { ailingJobs, dueMail, partitionDays } from './queries.ts';

const COUNTED_MAIL = 100_000;
const LATE_SECONDS = 120;
const MAX_ALERTS = 50;

/** Examines what is going on: the queue, the background jobs, the partitions to come. */
export async function examineWork({ db }: Installation): Promise<Finding[]> {
  const [queue] = await dueMail(db, COUNTED_MAIL);
  const [partitions] = await partitionDays(db);
  const jobs = await ailingJobs(db);
  const alerts = await openAlerts(db, MAX_ALERTS);
  const deletions = await listFailedDeletions(db, MAX_ALERTS);
  const lots = await listFailedLots(db, MAX_ALERTS);
  const missed = await missedByPart(db);
  const pauses = await listClassPauses(db, MAX_ALERTS);
  return [
    judgeQueue(queue?.due ?? 0, queue?.oldest_seconds ?? 0),
    judgePartitions(partitions?.days ?? 0),
    ...(alerts.every(({ kind }) => kind === 'unprepared')
      ? [fine('receivers', 'none refused or paused us within 24 hours')]
      : []),
    ...alerts.map(judgeAlert),
    ...(missed.length === 0 ? [fine('outcomes', 'everybody heard of every outcome')] : []),
    ...missed.map(judgeMissed),
    ...pauses.map(judgeClassPause),
    ...(jobs.length === 0 ? [fine('jobs', 'the background jobs run')] : []),
    ...jobs.map(({ name, failed }) =>
      warning(
        'jobs',
        failed === null ? `"${name}" is overdue` : `"${name}" failed: ${failed}`,
        failed === null ? 'Start the server: postrider start.' : 'Look into the log; it is tried again by itself.',
      ),
    ),
    ...deletions.map(({ account_id: id, attempts, failed }) =>
      warning(
        'deletions',
        `the data of the deleted account ${id} does not go (${attempts} tries): ${failed}`,
        'Look into the log and mend what it says; it is tried again by itself, at least once a day.',
      ),
    ),
    ...lots.map(({ account_id: id, failed, mailing_id: mailing }) =>
      warning(
        'mailings',
        `what waits of the mailing ${mailing} (account ${id}) keeps a day older than the retention: ${failed}`,
        'Look into the log and mend what it says; it is tried again by itself, every hour.',
      ),
    ),
  ];
}

/** Whether due mail is taken up. */
export function judgeQueue(due: number, oldestSeconds: number): Finding {
  const count = due >= COUNTED_MAIL ? `${COUNTED_MAIL} or more` : String(due);
  if (due === 0) return fine('queue', 'no mail is due');
  if (oldestSeconds <= LATE_SECONDS)
    return fine('queue', `${count} mails are due, the first for ${Math.round(oldestSeconds)} s`);
  return problem(
    'queue',
    `${count} mails are due, the first for ${Math.round(oldestSeconds / 60)} minutes`,
    'See that delivery runs (postrider start, or postrider worker), and look into its log.',
  );
}

/** Whether mail can be accepted in the coming days. */
export function judgePartitions(days: number): Finding {
  if (days >= 2) return fine('partitions', `made for ${days} days from today`);
  return problem('partitions', 'none for the day after today: mail will be refused', 'Run: postrider migrate');
}

/** What a listener of outcomes missed, or delivery itself could not write. */
export function judgeMissed({ accounts, error, givenUp, oldestSeconds, part, waiting }: MissedOfPart): Finding {
  const who = accounts === 1 ? 'one account' : `${accounts} accounts`;
  const minutes = Math.round(oldestSeconds / 60);
  const lost = givenUp === 0 ? '' : `, ${givenUp} of them given up`;
  return warning(
    'outcomes',
    `"${part}" missed ${waiting + givenUp} outcomes of ${who} since ${minutes} minutes ago${lost}: ${error}`,
    'No mail is sent twice for it. Mend what the words name; it is tried again by itself for a week.',
  );
}

/** A class of an account's mail that waits; that it is paused is meant, but somebody has to look at it. */
export function judgeClassPause({ email, mailClass, reason }: ListedClassPause): Finding {
  return warning(
    'mail to many',
    `${classInWords(mailClass)} of ${email} are paused and wait: ${reason}`,
    `Once the cause is mended: postrider account resume ${email} --class ${mailClass}`,
  );
}

const ALERTS = {
  sender: {
    did: 'is objected to by receivers',
    remedy: 'See that its DKIM, SPF and DMARC records are published: postrider domain show NAME --account EMAIL',
  },
  blocked: {
    did: 'refuses mail by policy',
    remedy: 'Look at who sends what there, and whether our addresses are on the lists that it names.',
  },
  paused: {
    did: 'wants no mail, or little, for now',
    remedy:
      'Nothing is lost: it is tried again. Where a list is named, have our address taken off it once the cause is mended.',
  },
  way: {
    did: 'could not be reached, and mail took another way',
    remedy: 'See that the relay, or the way to the receiver, works: postrider route list.',
  },
  resolver: {
    did: 'said of domains that had mail servers that they have none, so its answer was not believed',
    remedy: 'See that the name servers answer that POSTRIDER_RESOLVER names, or else /etc/resolv.conf.',
  },
  unprepared: {
    did: 'cannot be read, and mail waits for it',
    remedy: 'Look into the log for "A mail could not be prepared"; such mails are tried some hours, and then fail.',
  },
} as const;

/** What a receiver held against us, or kept mail from being prepared, within the last 24 hours. */
export function judgeAlert({ count, kind, reason, subject }: OpenAlert): Finding {
  const { did, remedy } = ALERTS[kind];
  return warning(
    kind === 'unprepared' ? 'stored mail' : 'receivers',
    `${subject} ${did} (${count} in all): ${reason ?? 'without a word'}`,
    remedy,
  );
}
