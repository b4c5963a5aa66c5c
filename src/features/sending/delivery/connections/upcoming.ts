import type { AnnouncedMail, SmtpEnvelope } from '../../../../smtp/connection.ts';
import { isUsedUpAfter, suits, type OpenConnection } from './worker-connection.ts';
import type { PreparedMail } from './prepare.ts';
import type { Clock } from '../../../../base/clock.ts';
import type { Admission } from '../routing/router.ts';
import type { Site, Task } from '../sites/site.ts';

/** A task with all that it takes to offer its mail. */
export interface Ready {
  readonly task: Task;
  readonly mail: PreparedMail;
  /** Its share of the day of a source that is new to the receiver. */
  readonly admission: Extract<Admission, { granted: true }> | undefined;
}

/**
 * The task whose commands may go out with the end of the mail that is about to be offered: one that waits and goes over the
 * same connection. Taken from the site; undefined when there is none.
 */
export function takeUpcoming(clock: Clock, site: Site, connection: OpenConnection): Task | undefined {
  const isFit = (task: Task | undefined): task is Task => task !== undefined && suits(connection, task);
  const [first] = site.peek(1);
  const isTaken = connection.smtp.pipelines && site.servers.takesTogether(connection.target.host, 'behind-dot');
  if (!isTaken || site.control.waitMs > 0 || !isFit(first)) return undefined;
  if (isUsedUpAfter(clock, connection, first, 1)) return undefined;
  const task = site.takeNow();
  if (isFit(task)) return task;
  if (task) site.unshift(task);
  return undefined;
}

/** The envelope of a mail. Our own inbox is told whose it is: an account reads no other's mails there. */
export function envelopeOf(
  { claim, route }: Task,
  { envelopeFrom: from }: Pick<PreparedMail, 'envelopeFrom'>,
): SmtpEnvelope {
  const { accountId, messageId, recipient: to } = claim;
  return route.name === 'inbox' ? { from, to, id: `${accountId}.${messageId}` } : { from, to };
}

/** What is said of a mail ahead of its data. */
export function announcementOf({ mail, task }: Ready): AnnouncedMail {
  return {
    envelope: envelopeOf(task, mail),
    bytes: mail.data.length,
    smtpUtf8: mail.smtpUtf8,
  };
}
