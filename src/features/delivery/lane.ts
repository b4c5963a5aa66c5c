import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import { isUnavailable } from '../../base/db.ts';
import type { Log } from '../../base/log.ts';
import {
  connectSmtp,
  type SmtpConnection,
  type SmtpFault,
  type SmtpOptions,
  type SmtpResult,
  type SmtpTarget,
} from '../../smtp/connection.ts';
import { outcomeOfFault, outcomeOfResult } from './classify.ts';
import type { Leases } from './leases.ts';
import { MessageGone, type PreparedMail, type Preparer } from './prepare.ts';
import type { Recorder } from './record.ts';
import type { Site, Task } from './site.ts';
import type { AttemptDetails, Outcome } from './types.ts';

/** Shorter than the idle limits of the servers out there. */
const IDLE_MS = 5_000;
const MAX_MAILS = 100;
const MAX_AGE_MS = 5 * 60_000;
/** A site that could not be reached is not knocked at by each mail in turn: what waits for it comes back after this. */
const UNREACHABLE_DELAY_MS = 60_000;
const DATABASE_RETRY_MS = 500;
/** Messages that are loaded together before their turn. */
const LOAD_AHEAD = 24;
const MAX_UNRECORDED = 4;
const FAILED_DELAY_MS = 60_000;

export interface LaneParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly smtp: SmtpOptions;
  readonly prepare: Preparer;
  readonly recorder: Recorder;
  readonly leases: Leases;
}

interface OpenConnection {
  readonly smtp: SmtpConnection;
  readonly target: SmtpTarget;
  readonly openedAtMs: number;
}

/** A lane at work. */
interface Lane {
  connection: OpenConnection | undefined;
  /** Records on their way into the database, oldest first; they never reject. */
  readonly unrecorded: Promise<void>[];
}

/** Works on a site's queue over one connection at a time until nothing comes any more. Never rejects. */
export async function runLane(parts: LaneParts, site: Site): Promise<void> {
  const lane: Lane = { connection: undefined, unrecorded: [] };
  for (let task = await site.take(IDLE_MS); task; task = await site.take(IDLE_MS)) {
    try {
      await serve(parts, site, lane, task);
    } catch (error) {
      // A fault of ours: the mail must not stay leased to a lane that knows nothing of it any more.
      parts.log.error('A delivery lane failed', { messageId: task.claim.messageId, error });
      lane.connection?.smtp.destroy();
      lane.connection = undefined;
      await parts.leases.release([task.claim], FAILED_DELAY_MS);
    }
  }
  await Promise.all(lane.unrecorded);
  await lane.connection?.smtp.close();
}

async function serve(parts: LaneParts, site: Site, lane: Lane, task: Task): Promise<void> {
  parts.prepare.ahead(site.peek(LOAD_AHEAD).map((next) => next.claim));
  const mail = await prepareTask(parts, task);
  if (!mail) return;
  if (lane.connection && isUsedUp(parts.clock, lane.connection)) {
    await lane.connection.smtp.close();
    lane.connection = undefined;
  }
  const startedAtMs = parts.clock.now();
  lane.connection ??= await openConnection(parts, site, task, startedAtMs);
  if (!lane.connection) return;
  // What a crash can double: outcomes of this lane that are not recorded when its next mail goes out.
  if (lane.unrecorded.length >= MAX_UNRECORDED) await lane.unrecorded.shift();
  prepareNext(parts, site);
  await offer(parts, site, { lane, connection: lane.connection, task, mail, startedAtMs });
}

async function offer(
  parts: LaneParts,
  site: Site,
  { lane, connection, task, mail, startedAtMs }: Offer,
): Promise<void> {
  const isReused = connection.smtp.sent > 0;
  const envelope = { from: mail.envelopeFrom, to: task.claim.recipient };
  const result = await connection.smtp.send(envelope, mail.data, mail.smtpUtf8);
  if (isReused && wasHungUp(result)) {
    // The server had closed an idle or used-up connection: the mail was never offered, so this was no attempt.
    site.push(task);
    return;
  }
  const recording = finish(parts, task, outcomeOfResult(result, parts.clock.now()), {
    startedAtMs,
    target: connection.target,
    tls: connection.smtp.tls,
    conversation: result.conversation,
  });
  lane.unrecorded.push(recording);
}

interface Offer {
  readonly lane: Lane;
  readonly connection: OpenConnection;
  readonly task: Task;
  readonly mail: PreparedMail;
  readonly startedAtMs: number;
}

function isUsedUp(clock: Clock, { smtp, openedAtMs }: OpenConnection): boolean {
  return !smtp.usable || smtp.sent >= MAX_MAILS || clock.now() - openedAtMs > MAX_AGE_MS;
}

function wasHungUp(result: SmtpResult): boolean {
  if (result.kind === 'broken') return result.stage === 'mail' && !result.dotSent;
  return result.kind === 'refused' && result.stage === 'mail' && result.reply.code === 421;
}

/** The mail of a task; undefined when the task was dealt with otherwise. */
async function prepareTask(parts: LaneParts, task: Task): Promise<PreparedMail | undefined> {
  for (;;) {
    if (!parts.leases.isSafe(task.claim)) {
      // Another worker may have it by now; it is theirs.
      parts.leases.finished(task.claim);
      return undefined;
    }
    try {
      return await parts.prepare.mail(task.claim);
    } catch (error) {
      if (isUnavailable(error)) {
        await sleep(DATABASE_RETRY_MS);
        continue;
      }
      const startedAtMs = parts.clock.now();
      parts.log.error('A mail could not be prepared', { messageId: task.claim.messageId, error });
      await finish(parts, task, outcomeOfFailure(error), { startedAtMs, conversation: '' });
      return undefined;
    }
  }
}

function outcomeOfFailure(error: unknown): Outcome {
  const reason = `The mail could not be prepared: ${error instanceof Error ? error.message : String(error)}`;
  const isFinal = error instanceof MessageGone;
  return {
    kind: isFinal ? 'failed' : 'deferred',
    status: isFinal ? '5.3.0' : '4.3.0',
    reason,
    handedOverAtMs: undefined,
  };
}

/** Starts on the mail that comes next while the present one is on the wire. */
function prepareNext(parts: LaneParts, site: Site): void {
  const [next] = site.peek(1);
  // Whoever takes the task meets the failure again and deals with it.
  if (next) parts.prepare.mail(next.claim).catch(() => {});
}

/** Tries the site's servers in order; when none answers, the task is deferred and the site's queue postponed. */
async function openConnection(
  parts: LaneParts,
  site: Site,
  task: Task,
  startedAtMs: number,
): Promise<OpenConnection | undefined> {
  let last: { readonly fault: SmtpFault; readonly target: SmtpTarget } | undefined;
  let conversation = '';
  for (const target of task.route.targets) {
    const opened = await connectWithFallback(parts, target);
    if (!('kind' in opened)) return { smtp: opened, target, openedAtMs: parts.clock.now() };
    conversation += `${opened.conversation}\n! ${target.host} [${target.address}]: ${opened.error}\n`;
    last = { fault: opened, target };
  }
  const outcome: Outcome = last
    ? outcomeOfFault(last.fault)
    : { kind: 'deferred', status: '4.4.1', reason: 'The site has no servers', handedOverAtMs: undefined };
  parts.log.warn('A site cannot be reached', { site: task.route.site, reason: outcome.reason });
  const waiting = site.drain().map((other) => other.claim);
  await parts.leases.release(waiting, UNREACHABLE_DELAY_MS);
  await finish(parts, task, outcome, { startedAtMs, ...(last && { target: last.target }), conversation });
  return undefined;
}

/** RFC 3207 leaves it to the client: where no policy asks for TLS, a failed handshake is tried again without. */
async function connectWithFallback(parts: LaneParts, target: SmtpTarget): Promise<SmtpConnection | SmtpFault> {
  const first = await connectSmtp(target, parts.smtp);
  const handshakeFailed = 'kind' in first && first.stage === 'starttls' && target.tls === 'opportunistic';
  return handshakeFailed ? connectSmtp({ ...target, tls: 'never' }, parts.smtp) : first;
}

/** Records an outcome. Never rejects: a row that could not be recorded comes back when its lease ends. */
async function finish(
  parts: LaneParts,
  task: Task,
  outcome: Outcome,
  about: {
    readonly startedAtMs: number;
    readonly target?: SmtpTarget;
    readonly tls?: string | undefined;
    readonly conversation: string;
  },
): Promise<void> {
  const details: AttemptDetails = {
    startedAtMs: about.startedAtMs,
    finishedAtMs: parts.clock.now(),
    route: task.route.name,
    host: about.target?.host ?? null,
    address: about.target?.address ?? null,
    tls: about.tls ?? null,
    conversation: about.conversation,
  };
  try {
    await parts.recorder.record({ claim: task.claim, outcome, details });
  } catch (error) {
    parts.log.error('An outcome was not recorded; the mail comes back', { messageId: task.claim.messageId, error });
  } finally {
    parts.leases.finished(task.claim);
  }
}
