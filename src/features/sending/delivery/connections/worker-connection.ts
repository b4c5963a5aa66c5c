import type { Clock } from '../../../../base/clock.ts';
import {
  connectSmtp,
  type SmtpConnection,
  type SmtpFault,
  type SmtpOptions,
  type SmtpTarget,
} from '../../../../smtp/connection.ts';
import { failedSession, joinedConversations } from '../../../../smtp/transcript.ts';
import { isSameServer, type ServerMemory } from '../sites/server-memory.ts';
import type { FailedServer, SiteRoute, Task } from '../sites/site.ts';
import type { Outcome } from '../types.ts';
import { mostSpecific, refusedBy, weightOf } from './most-specific.ts';

const MAX_AGE_MS = 5 * 60_000;
/** Time limit of an attempt, in milliseconds. After this time, the attempt does not try any more servers. */
export const MAX_ATTEMPT_MS = 10 * 60_000;

/** A session with a server of a site. */
export interface OpenConnection {
  readonly smtp: SmtpConnection;
  readonly target: SmtpTarget;
  readonly openedAtMs: number;
  /**
   * The servers that failed before this one, and their conversations. Both are recorded with the message for which the
   * connection was opened.
   */
  readonly failed?: { readonly servers: readonly FailedServer[]; readonly conversation: string };
}

/** The result if no server could be reached: the most informative failure, and the conversations with all servers. */
export interface NoConnection {
  readonly outcome: Outcome;
  readonly target: SmtpTarget | undefined;
  readonly conversation: string;
}

interface ConnectParts {
  readonly clock: Clock;
  readonly smtp: SmtpOptions;
  readonly noteTlsFault: (host: string) => void;
}

interface Calling extends ConnectParts {
  readonly route: SiteRoute;
  readonly servers: ServerMemory;
}

/** Enhanced status codes (RFC 3463) of outcomes that only a TLS failure can cause. */
const TLS_STATUSES = ['4.7.4', '4.7.5'];

const NO_SERVERS: Outcome = {
  kind: 'deferred',
  status: '4.4.1',
  reason: 'The destination site has no servers',
  bounceClass: 'transient',
  handedOverAtMs: undefined,
};

/**
 * Tries the servers of a task's route one after the other until a session is established or the attempt has reached its
 * time limit.
 */
export async function openConnection(
  { clock, noteTlsFault, smtp }: ConnectParts,
  task: Task,
  { servers, startedAtMs }: { readonly servers: ServerMemory; readonly startedAtMs: number },
): Promise<OpenConnection | NoConnection> {
  const { route } = task;
  const calling: Calling = { clock, noteTlsFault, smtp, route, servers };
  const endsAtMs = (task.before?.startedAtMs ?? startedAtMs) + MAX_ATTEMPT_MS;
  const failed: FailedServer[] = [];
  let conversation = '';
  for (const target of servers.ordered(route.targets)) {
    if (failed.length > 0 && clock.now() >= endsAtMs) break;
    const { opened, said } = await connectWithFallback(calling, target);
    conversation = joinedConversations(conversation, said);
    if (!('kind' in opened)) {
      servers.noteConnected();
      const others = conversation !== '' && { failed: { servers: failed, conversation } };
      return { smtp: opened, target, openedAtMs: clock.now(), ...others };
    }
    failed.push(refusedBy(target, opened));
  }
  servers.noteFailed(
    route.targets,
    failed.map(({ target }) => target),
  );
  return { ...inVain(task, failed), conversation };
}

function inVain({ before, route }: Task, failed: readonly FailedServer[]): Pick<NoConnection, 'outcome' | 'target'> {
  const mostSpecificResult = mostSpecific([...(before?.failed ?? []), ...failed]);
  if (!mostSpecificResult) return { outcome: NO_SERVERS, target: undefined };
  // A relay that does not accept mail reveals nothing about the recipient's domain.
  const isDomain = route.name === 'direct' && !before && failed.length === route.targets.length;
  const isFinal = isDomain && failed.every((server) => server.final);
  return {
    outcome: (isFinal && mostSpecificResult.final) || mostSpecificResult.outcome,
    target: mostSpecificResult.target,
  };
}

/** Returns whether a connection is no longer usable, or has reached its message limit or maximum age. */
export function isUsedUp(clock: Clock, connection: OpenConnection, task: Task): boolean {
  return !connection.smtp.usable || isUsedUpAfter(clock, connection, task, 0);
}

/** Returns whether a connection will have reached its message limit or maximum age after `mails` more messages. */
export function isUsedUpAfter(
  clock: Clock,
  { openedAtMs, smtp }: OpenConnection,
  { route }: Task,
  mails: number,
): boolean {
  return smtp.sent + mails >= route.limits.maxMailsPerConnection || clock.now() - openedAtMs > MAX_AGE_MS;
}

/** Returns whether a connection leads to one of the task's servers and is at least as secure as the task requires. */
export function suits({ target }: OpenConnection, { route }: Task): boolean {
  return route.targets.some(
    (wanted) =>
      isSameServer(wanted, target) && (isUnchecked(wanted) || JSON.stringify(wanted) === JSON.stringify(target)),
  );
}

/**
 * Counts the TLS result of a session. Ignores failures before TLS, and sessions whose TLS requirement was set by the
 * message instead of the recipient's domain.
 */
function countTls({ countTls: count }: SiteRoute, { tlsRule }: SmtpTarget, opened: SmtpConnection | SmtpFault): void {
  if (tlsRule === 'message') return;
  if (opened.tlsFailure !== undefined) count?.(opened.tlsFailure);
  else if (!('kind' in opened)) count?.(opened.tls === undefined ? 'starttls-not-supported' : 'success');
}

/** Returns whether the reported failure is that a server lacks the TLS that the message requires. */
export function failedMessageTls({ outcome, target }: NoConnection): boolean {
  return target?.tlsRule === 'message' && TLS_STATUSES.includes(outcome.status ?? '');
}

/** Returns whether any connection to the target is acceptable, encrypted or not. */
function isUnchecked({ dane, tls, verifyTls }: SmtpTarget): boolean {
  return !verifyTls && dane === undefined && (tls === 'opportunistic' || tls === 'never');
}

/** Returns the connection options for a server: the EHLO name, the source address, and the use of pipelining. */
function optionsFor({ route: { source }, servers, smtp }: Calling, { address, host }: SmtpTarget): SmtpOptions {
  const known = servers.takesTogether(host, 'together') ? smtp : { ...smtp, pipelining: false };
  if (!source) return known;
  const localAddress = address.includes(':') ? source.ipv6 : source.ipv4;
  return { ...known, ehloName: source.ehloName, ...(localAddress !== undefined && { localAddress }) };
}

interface Called {
  readonly opened: SmtpConnection | SmtpFault;
  /** Conversations of the failed connection attempts. Empty if the first attempt succeeded. */
  readonly said: string;
}

/**
 * Connects to a server. If the TLS handshake fails and no policy requires TLS, connects again without TLS (RFC 3207).
 */
async function connectWithFallback(calling: Calling, target: SmtpTarget): Promise<Called> {
  const first = await call(calling, target);
  // An unencrypted connection after a failed handshake is not counted as a second session.
  countTls(calling.route, target, first.opened);
  const { opened } = first;
  if (!('kind' in opened) || opened.stage !== 'starttls' || target.tls !== 'opportunistic') return first;
  calling.noteTlsFault(target.host);
  const second = await call(calling, { ...target, tls: 'never' });
  const isFirstTelling = 'kind' in second.opened && weightOf(opened) > weightOf(second.opened);
  return { opened: isFirstTelling ? opened : second.opened, said: first.said + second.said };
}

async function call(calling: Calling, target: SmtpTarget): Promise<Called> {
  const { clock } = calling;
  const startedAtMs = clock.now();
  const opened = await connectSmtp(target, optionsFor(calling, target));
  if (!('kind' in opened)) return { opened, said: '' };
  const { conversation, error } = opened;
  return { opened, said: failedSession(conversation, target, { error, tookMs: clock.now() - startedAtMs }) };
}
