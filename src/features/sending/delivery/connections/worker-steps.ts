import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../../../../base/db.ts';
import type { AnnouncedMail, SmtpConnection, SmtpOptions, SmtpResult } from '../../../../smtp/connection.ts';
import type { PassedOver } from '../outcomes/passed-over.ts';
import { isSuspect } from '../queue/suspects.ts';
import type { Site, Task } from '../sites/site.ts';
import type { Claim, MailKey } from '../types.ts';
import { behindFailed, wasBrokenOff, wasHungUp } from './broken-off.ts';
import { finish, finishedOf, type About, type FinishParts } from './finish.ts';
import { isUsedUp, openConnection, suits, type OpenConnection } from './worker-connection.ts';
import { notePipelining } from './pipelining.ts';
import type { PreparedMail, Preparer } from './prepare.ts';
import { addressable, MailHeld, outcomeOfFailure } from './unprepared.ts';
import { announcementOf, envelopeOf, takeUpcoming, type Ready } from './upcoming.ts';

const DATABASE_RETRY_MS = 500;
/** Messages that are loaded together before their turn. */
const LOAD_AHEAD = 24;
/** Mails of a connection worker between two looks at what comes. */
const LOOK_EVERY = 8;
/**
 * Outcomes on their way into the database, of a connection worker and of a process: the journal keeps them over a crash of the process, but what
 * its host knew alone arrives twice while that does not come back. Of a process two groups: one is written, the next gathers.
 */
const MAX_UNRECORDED = 16;
const MAX_UNRECORDED_OF_ALL = 512;
/** The answer to a mail may take so long before the one behind it goes elsewhere. */
const UPCOMING_MS = 1_000;

/** What connection workers do with tasks that they cannot serve. */
export interface Detours {
  /** The process ends: what no server has goes back, without an attempt. */
  isClosed(): boolean;
  /** The task comes before all others of its account, at the site or, once that is closed, wherever it belongs now. */
  requeue(site: Site, task: Task): void;
  /** The task's way has no place for it: another way, or later. */
  reroute(task: Task, delayMs: number): void;
  /** The task's mail is not to be sent now: back, without an attempt. */
  hold(task: Task): void;
  /** The site takes nothing for now: what waits for it goes elsewhere or back. */
  clear(site: Site): void;
  /** No server of the site could be reached; true when the task itself was sent another way. */
  unreachable(site: Site, task: Task, reason: string): boolean;
}

export interface ConnectionWorkerParts extends FinishParts {
  readonly smtp: SmtpOptions;
  readonly prepare: Preparer;
  readonly noteTlsFault: (host: string) => void;
  /** Told of what keeps a mail from being prepared. */
  readonly noteFault: (key: MailKey, error: unknown) => void;
  readonly passedOver: PassedOver;
  /** What connection workers hold that wait for a server to answer the phone; it does not count as load. */
  readonly connecting: Set<Claim>;
  /** Connections over which a mail is being offered whose end is not written yet: to end them takes nothing back. */
  readonly offering: Set<Pick<SmtpConnection, 'destroy'>>;
}

/** A connection worker at work. */
export interface ConnectionWorker {
  readonly parts: ConnectionWorkerParts;
  readonly detours: Detours;
  readonly site: Site;
  connection: OpenConnection | undefined;
  /** Tasks so far. */
  taken: number;
  /** Records on their way into the database, oldest first; they never reject. */
  readonly unrecorded: Promise<void>[];
  /** What it has taken beside the mail that it offers. */
  upcoming: Ready | undefined;
}

/** A mail with the connection that it is offered over. */
export interface Call {
  readonly connection: OpenConnection;
  readonly task: Task;
  readonly startedAtMs: number;
}

/** Begins to load what comes next, now and then: whoever takes it finds it loaded. */
export function loadAhead(worker: ConnectionWorker): void {
  const { parts, site } = worker;
  if (worker.taken % LOOK_EVERY === 0) {
    // What processes may die of is loaded when its turn comes.
    const claims = site.peek(LOAD_AHEAD).map((next) => next.claim);
    parts.prepare.ahead(claims.filter((claim) => !isSuspect(claim)));
  }
  worker.taken += 1;
}

/** The mail that was made ready, and perhaps announced, behind the one before it. */
export function takeAnnounced(worker: ConnectionWorker): Ready | undefined {
  const { upcoming } = worker;
  worker.upcoming = undefined;
  return upcoming;
}

/**
 * Prepares a mail and takes its share; undefined when the task was dealt with otherwise. Never rejects: a connection worker makes mails ready
 * beside the one that it offers, and would fail over that one.
 */
export async function makeReady({ detours, parts }: ConnectionWorker, task: Task): Promise<Ready | undefined> {
  for (;;) {
    if (!isOurs(parts, task)) return undefined;
    try {
      const { claim, route } = task;
      const mail = addressable(await parts.leases.atWork(claim, () => parts.prepare.mail(claim)), claim);
      const admission = await route.share?.admit();
      if (!admission || admission.granted) return { task, mail, admission };
      detours.reroute(task, admission.delayMs);
      return undefined;
    } catch (error) {
      if (isUnavailable(error)) {
        await sleep(DATABASE_RETRY_MS);
        continue;
      }
      if (error instanceof MailHeld) {
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

/** Whether a mail may go out on our lease; else another worker may have it by now, it is theirs, and we forget it. */
function isOurs({ leases }: ConnectionWorkerParts, { claim }: Task): boolean {
  const isSafe = leases.isSafe(claim);
  if (!isSafe) leases.finished(claim);
  return isSafe;
}

/** Puts the mail back and clears the line when its site has come to take nothing meanwhile; true then. */
export function waitOutPause({ detours, site }: ConnectionWorker, task: Task): boolean {
  if (site.control.waitMs === 0) return false;
  site.unshift(task);
  detours.clear(site);
  return true;
}

/** The connection worker's connection, or another where that one has carried enough or leads elsewhere; undefined when no server answers. */
export async function findConnection(worker: ConnectionWorker, task: Task): Promise<Call | undefined> {
  await leaveUnsuitable(worker, task);
  const startedAtMs = worker.parts.clock.now();
  worker.connection ??= await connect(worker, task, startedAtMs);
  const { connection } = worker;
  return connection && { connection, task: behindFailed(task, connection, startedAtMs), startedAtMs };
}

/** Closes the connection worker's connection when it has carried enough, or does not lead to the task's servers. */
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
  const { detours, parts, site } = worker;
  parts.connecting.add(task.claim);
  const opened = await openConnection(parts, task, { servers: site.servers, startedAtMs }).finally(() =>
    parts.connecting.delete(task.claim),
  );
  if ('smtp' in opened) {
    site.isProven = true;
    return opened;
  }
  const { outcome } = opened;
  parts.log.warn('Destination site unreachable', { site: site.name, reason: outcome.reason });
  // Before the rest of a site that is away: a pause that it asks for is longer.
  if (outcome.signal) site.control.signal(outcome.signal);
  const about: About = { startedAtMs, target: opened.target, conversation: opened.conversation };
  const { hasFallback, name, site: siteName } = task.route;
  // Before the mail goes on: whoever finishes it then counts this attempt.
  if (hasFallback)
    await parts.passedOver(finishedOf(parts, task, outcome, about), name === 'relay' ? siteName : undefined);
  // Servers that take no mail at all are not away: what else waits for them need not wait longer.
  const isFinal = outcome.kind === 'bounced' && !hasFallback;
  if (!isFinal && detours.unreachable(site, task, outcome.reason ?? 'no answer')) return undefined;
  site.grow();
  void finish(parts, task, outcome, about);
  return undefined;
}

/** Makes the next mail ready as well, whose commands may go out with the end of the present one; else begins to prepare it. */
export async function makeNextReady(worker: ConnectionWorker, { connection }: Call): Promise<void> {
  const { parts, site, unrecorded } = worker;
  // What a crash can double: outcomes of this connection worker that are not recorded when its next mail goes out.
  const isBehind = unrecorded.length >= MAX_UNRECORDED || parts.recorder.unrecorded() >= MAX_UNRECORDED_OF_ALL;
  if (isBehind) await unrecorded.shift();
  const task = takeUpcoming(parts.clock, site, connection);
  if (task) worker.upcoming = await makeReady(worker, task);
  if (worker.upcoming) return;
  const [next] = site.peek(1);
  if (next && !isSuspect(next.claim)) parts.prepare.begin(next.claim);
}

/** Puts back what the connection worker has taken beside the mail that it offers. */
export function requeueUpcoming(worker: ConnectionWorker): void {
  const { detours, site, upcoming } = worker;
  if (!upcoming) return;
  worker.upcoming = undefined;
  upcoming.admission?.giveBack();
  detours.requeue(site, upcoming.task);
}

/** Offers a mail; undefined when its lease has run out, or the server had hung up before it heard of the mail. */
export async function offer(
  worker: ConnectionWorker,
  { connection, task }: Call,
  mail: PreparedMail,
): Promise<SmtpResult | undefined> {
  const { detours, parts, site } = worker;
  // Calling the server may have taken longer than the lease, or this process stood still.
  if (!isOurs(parts, task)) return undefined;
  const isReused = connection.smtp.sent > 0;
  site.control.offered();
  const envelope = envelopeOf(task, mail);
  const onDot = (): void => {
    parts.offering.delete(connection.smtp);
    parts.journal?.dot(task.claim);
  };
  const ahead = (): AnnouncedMail | undefined => worker.upcoming && announcementOf(worker.upcoming);
  // A server that takes its time over one mail is not to keep another one from going over another connection.
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
  // The server had closed an idle or used-up connection: the mail was never offered, so this was no attempt.
  detours.requeue(site, task);
  return undefined;
}
