import type { AnnouncedMail, SmtpEnvelope } from '../../../../smtp/connection.ts';
import { isUsedUpAfter, suits, type OpenConnection } from './worker-connection.ts';
import type { PreparedMail } from './prepare.ts';
import type { Clock } from '../../../../base/clock.ts';
import type { Admission } from '../routing/router.ts';
import type { Site, Task } from '../sites/site.ts';

/** A task with its prepared message. */
export interface Ready {
  readonly task: Task;
  readonly mail: PreparedMail;
  /** The message's reserved share of the source's daily warm-up limit. Undefined for relays and the local inbox. */
  readonly admission: Extract<Admission, { granted: true }> | undefined;
}

/**
 * Takes the next task from the site if it is already waiting and can use the same connection. Its commands may then be
 * pipelined after the end of the current message. Returns undefined if there is no such task.
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

/**
 * Returns the envelope of a message. For the local inbox, the envelope contains the account, because an account may
 * read only its own messages there.
 */
export function envelopeOf(
  { claim, route }: Task,
  { envelopeFrom: from }: Pick<PreparedMail, 'envelopeFrom'>,
): SmtpEnvelope {
  const { accountId, messageId, recipient: to } = claim;
  return route.name === 'inbox' ? { from, to, id: `${accountId}.${messageId}` } : { from, to };
}

/** Returns the envelope and the other parameters that are sent before the data of a message. */
export function announcementOf({ mail, task }: Ready): AnnouncedMail {
  return {
    envelope: envelopeOf(task, mail),
    bytes: mail.data.length,
    smtpUtf8: mail.smtpUtf8,
  };
}
