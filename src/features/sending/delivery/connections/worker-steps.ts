import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../../../../base/db.ts';
import type { AnnouncedMail, SmtpConnection, SmtpOptions, SmtpResult } from '../../../../smtp/connection.ts';
import type { SkippedRoute } from '../outcomes/skipped-route.ts';
import { isSuspect } from '../queue/suspects.ts';
import type { Site, Task } from '../sites/site.ts';
import type { Claim, MailKey } from '../types.ts';
import { behindFailed, wasBrokenOff, wasHungUp } from './broken-off.ts';
import { finish, type FinishParts } from './finish.ts';
import { isUsedUp, openConnection, suits, type OpenConnection } from './worker-connection.ts';
import { notePipelining } from './pipelining.ts';
import type { PreparedMail, Preparer } from './prepare.ts';
import { withMessageTls } from './message-tls.ts';
import { addressable, MessageHeld, outcomeOfFailure } from './unprepared.ts';
import { concludeUnreachable } from './unreachable.ts';
import { announcementOf, envelopeOf, takeUpcoming, type Ready } from './upcoming.ts';

const DATABASE_RETRY_MS = 500;
/** Number of messages that are loaded together before they are sent. */
const LOAD_AHEAD = 24;
/** Number of messages that a connection worker sends before it loads the next group of messages. */
const CHECK_EVERY = 8;
/**
 * If a worker, or the process, has this many unrecorded outcomes, the worker waits for its oldest one. The limits bound
 * the number of messages that are delivered twice if the host is lost.
 */
const MAX_UNRECORDED = 16;
const MAX_UNRECORDED_OF_ALL = 512;
/**
 * Milliseconds to wait for the reply to a message before the worker requeues the next message, which it has already
 * taken from the queue.
 */
const UPCOMING_MS = 1_000;

/** Actions for tasks that a connection worker cannot send. */
export interface Detours {
  /**
   * Returns whether the process is shutting down. Messages that no server has received are then released without an
   * attempt.
   */
  isClosed(): boolean;
  /**
   * Puts the task ahead of all other tasks of its account at the site. If the site is closed, dispatches the task
   * again.
   */
  requeue(site: Site, task: Task): void;
  /** Moves the task to its next route or, if there is none, releases the task for `delayMs` or slightly longer. */
  reroute(task: Task, delayMs: number): void;
  /** Releases the task without an attempt, because its message must not be sent now. */
  hold(task: Task): void;
  /** Reroutes or releases all tasks that wait for a paused site. */
  clear(site: Site): void;
  /** Records that no server of the site could be reached. Returns whether the task has been moved to another route. */
  unreachable(site: Site, task: Task, reason: string): boolean;
}

export interface ConnectionWorkerParts extends FinishParts {
  readonly smtp: SmtpOptions;
  readonly prepare: Preparer;
  readonly noteTlsFault: (host: string) => void;
  /** Reports why a message could not be prepared. */
  readonly noteFault: (key: MailKey, error: unknown) => void;
  readonly skippedRoute: SkippedRoute;
  /** Claims whose connection is still being opened. These claims do not count as load. */
  readonly connecting: Set<Claim>;
  /**
   * Connections on which the final dot of the current message has not been written. Closing them cannot lose or
   * duplicate a message.
   */
  readonly offering: Set<Pick<SmtpConnection, 'destroy'>>;
}

export interface ConnectionWorker {
  readonly parts: ConnectionWorkerParts;
  readonly detours: Detours;
  readonly site: Site;
  connection: OpenConnection | undefined;
  taken: number;
  /** Outcomes that are being written to the database, oldest first. The promises never reject. */
  readonly unrecorded: Promise<void>[];
  /** The next task, which is taken from the queue while the current message is still being sent. */
  upcoming: Ready | undefined;
}

/** A message and the connection over which it is sent. */
export interface Call {
  readonly connection: OpenConnection;
  readonly task: Task;
  readonly startedAtMs: number;
}

/** Starts loading the next messages once every `CHECK_EVERY` tasks. */
export function loadAhead(worker: ConnectionWorker): void {
  const { parts, site } = worker;
  if (worker.taken % CHECK_EVERY === 0) {
    // Messages that may crash the process are loaded only when they are sent.
    const claims = site.peek(LOAD_AHEAD).map((next) => next.claim);
    parts.prepare.ahead(claims.filter((claim) => !isSuspect(claim)));
  }
  worker.taken += 1;
}

/**
 * Returns the next message if it was prepared while the previous message was being sent. The commands of the next
 * message may already have been sent to the server.
 */
export function takePrepared(worker: ConnectionWorker): Ready | undefined {
  const { upcoming } = worker;
  worker.upcoming = undefined;
  return upcoming;
}

/**
 * Prepares a message and reserves its share of the warm-up limit. Returns undefined if the message is not sent now,
 * because its lease was lost, or because it was rerouted, held, or failed. Never rejects, because that would also fail
 * the message that the worker is sending at the same time.
 */
export async function makeReady({ detours, parts }: ConnectionWorker, task: Task): Promise<Ready | undefined> {
  for (;;) {
    if (!isOurs(parts, task)) return undefined;
    try {
      const { claim, route } = task;
      const mail = addressable(await parts.leases.atWork(claim, () => parts.prepare.mail(claim)), claim);
      const admission = await route.share?.admit();
      if (!admission || admission.granted) return { task: withMessageTls(task, mail.tls), mail, admission };
      detours.reroute(task, admission.delayMs);
      return undefined;
    } catch (error) {
      if (isUnavailable(error)) {
        await sleep(DATABASE_RETRY_MS);
        continue;
      }
      if (error instanceof MessageHeld) {
        detours.hold(task);
        return undefined;
      }
      const startedAtMs = parts.clock.now();
      parts.noteFault(task.claim, error);
      await finish(parts, task, outcomeOfFailure(error, task.claim), { startedAtMs, conversation: '' });
      return undefined;
    }
  }
}

/**
 * Returns whether our lease still allows sending the message. If not, another worker may have claimed the message, so
 * it is removed from our leases.
 */
function isOurs({ leases }: ConnectionWorkerParts, { claim }: Task): boolean {
  const isSafe = leases.isSafe(claim);
  if (!isSafe) leases.finished(claim);
  return isSafe;
}

/**
 * Puts the task back, and reroutes or releases the site's queue, if the site is paused. Returns whether the site is
 * paused.
 */
export function waitOutPause({ detours, site }: ConnectionWorker, task: Task): boolean {
  if (site.control.waitMs === 0) return false;
  site.unshift(task);
  detours.clear(site);
  return true;
}

/**
 * Returns the worker's connection, or opens another one if it cannot be used for the task. Returns undefined if no
 * connection could be opened; the task has then been moved or recorded.
 */
export async function findConnection(worker: ConnectionWorker, task: Task): Promise<Call | undefined> {
  await leaveUnsuitable(worker, task);
  const startedAtMs = worker.parts.clock.now();
  worker.connection ??= await connect(worker, task, startedAtMs);
  const { connection } = worker;
  return connection && { connection, task: behindFailed(task, connection, startedAtMs), startedAtMs };
}

/** Closes the worker's connection if it cannot be used for the task. */
async function leaveUnsuitable(worker: ConnectionWorker, task: Task): Promise<void> {
  const { connection, parts } = worker;
  if (!connection || (!isUsedUp(parts.clock, connection, task) && suits(connection, task))) return;
  await leave(worker);
}

async function leave(worker: ConnectionWorker): Promise<void> {
  await worker.connection?.smtp.close();
  worker.connection = undefined;
}

async function connect(worker: ConnectionWorker, task: Task, startedAtMs: number): Promise<OpenConnection | undefined> {
  const { parts, site } = worker;
  parts.connecting.add(task.claim);
  const opened = await openConnection(parts, task, { servers: site.servers, startedAtMs }).finally(() =>
    parts.connecting.delete(task.claim),
  );
  if ('smtp' in opened) {
    site.isProven = true;
    return opened;
  }
  const isMoved = await concludeUnreachable(worker, task, { opened, startedAtMs });
  if (isMoved) return undefined;
  site.grow();
  const { conversation, outcome, target } = opened;
  void finish(parts, task, outcome, { startedAtMs, target, conversation });
  return undefined;
}

/**
 * Takes the next task from the queue and prepares its message, if the commands of this message may be pipelined after
 * the end of the current message. If not, leaves the task in the queue and only starts the preparation.
 */
export async function makeNextReady(worker: ConnectionWorker, { connection }: Call): Promise<void> {
  const { parts, site, unrecorded } = worker;
  // If too many outcomes are unrecorded, wait for the oldest one.
  const isBehind = unrecorded.length >= MAX_UNRECORDED || parts.recorder.unrecorded() >= MAX_UNRECORDED_OF_ALL;
  if (isBehind) await unrecorded.shift();
  const task = takeUpcoming(parts.clock, site, connection);
  if (task) worker.upcoming = await makeReady(worker, task);
  // The message may require TLS. This is known only once the message is loaded.
  if (worker.upcoming && !suits(connection, worker.upcoming.task)) requeueUpcoming(worker);
  if (worker.upcoming) return;
  const [next] = site.peek(1);
  if (next && !isSuspect(next.claim)) parts.prepare.begin(next.claim);
}

/** Requeues the next task, which was taken from the queue while the current message was being sent. */
export function requeueUpcoming(worker: ConnectionWorker): void {
  const { detours, site, upcoming } = worker;
  if (!upcoming) return;
  worker.upcoming = undefined;
  upcoming.admission?.release();
  detours.requeue(site, upcoming.task);
}

/**
 * Sends a message. Returns undefined if there is no result to record because the lease was lost or the message was
 * requeued.
 */
export async function offer(
  worker: ConnectionWorker,
  { connection, task }: Call,
  mail: PreparedMail,
): Promise<SmtpResult | undefined> {
  const { detours, parts, site } = worker;
  // The lease may have expired while connecting, or while this process was suspended.
  if (!isOurs(parts, task)) return undefined;
  const isReused = connection.smtp.sent > 0;
  site.control.offered();
  const envelope = envelopeOf(task, mail);
  const onDot = (): void => {
    parts.offering.delete(connection.smtp);
    parts.journal?.dot(task.claim);
  };
  const ahead = (): AnnouncedMail | undefined => worker.upcoming && announcementOf(worker.upcoming);
  // If the server takes a long time to reply, the next message may be sent over another connection.
  const patience = worker.upcoming && setTimeout(() => requeueUpcoming(worker), UPCOMING_MS);
  await parts.leases.begin(task.claim);
  parts.offering.add(connection.smtp);
  const result = await connection.smtp.send(envelope, mail.data, mail.smtpUtf8, onDot, ahead);
  parts.offering.delete(connection.smtp);
  clearTimeout(patience);
  if (detours.isClosed() && wasBrokenOff(result)) {
    detours.requeue(site, task);
    return undefined;
  }
  if (notePipelining(site.servers, connection, result, isReused)) {
    parts.log.warn('Server advertises PIPELINING but does not support it', { host: connection.target.host });
    await leave(worker);
    detours.requeue(site, task);
    return undefined;
  }
  if (!isReused || !wasHungUp(result)) return result;
  // The server closed the connection because it was idle or had carried too many messages. The message was never sent,
  // so this does not count as an attempt.
  detours.requeue(site, task);
  return undefined;
}
