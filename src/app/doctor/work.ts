import { verifyDomain } from '../../features/domains/index.ts';
import { resolverOf } from '../delivery.ts';
import type { Installation } from '../installation.ts';
import { fine, problem, unknown, warning, type Finding } from './finding.ts';
import { ailingJobs, dueMail, partitionDays, senderDomains } from './queries.ts';

const COUNTED_MAIL = 100_000;
const LATE_SECONDS = 120;
const MAX_DOMAINS = 200;

/** Examines what is going on: the queue, the background jobs, the partitions to come. */
export async function examineWork({ db }: Installation): Promise<Finding[]> {
  const [queue] = await dueMail(db, COUNTED_MAIL);
  const [partitions] = await partitionDays(db);
  const jobs = await ailingJobs(db);
  return [
    judgeQueue(queue?.due ?? 0, queue?.oldest_seconds ?? 0),
    judgePartitions(partitions?.days ?? 0),
    ...(jobs.length === 0 ? [fine('jobs', 'the background jobs run')] : []),
    ...jobs.map(({ name, failed }) =>
      warning(
        'jobs',
        failed === null ? `"${name}" is overdue` : `"${name}" failed: ${failed}`,
        failed === null ? 'Start the server: postrider start.' : 'Look into the log; it is tried again by itself.',
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

/** Looks for the records of every sender domain in DNS, and keeps what was found. */
export async function examineDomains(installation: Installation): Promise<Finding[]> {
  const { config, db } = installation;
  const resolver = resolverOf(installation);
  const findings: Finding[] = [];
  for (const { account_id: accountId, name, email } of await senderDomains(db, MAX_DOMAINS)) {
    const { records, status } = await verifyDomain({ db, resolver, hostname: config.hostname }, accountId, name);
    const missing = records.filter((record) => !record.valid);
    const subject = `domain ${name}`;
    const message = missing.map((record) => `${record.name}: ${record.reason ?? 'not found'}`).join('; ');
    const remedy = `Publish the records: postrider domain show ${name} --account ${email}`;
    if (missing.length === 0) findings.push(fine(subject, 'all records are published'));
    else if (status === 'verified') findings.push(warning(subject, message, remedy));
    else if (status === 'pending') findings.push(unknown(subject, message, remedy));
    else findings.push(problem(subject, message, remedy));
  }
  return findings;
}
