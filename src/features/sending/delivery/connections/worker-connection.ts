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
import { mostTelling, refusedBy, weightOf } from './most-telling.ts';

const MAX_AGE_MS = 5 * 60_000;
/**
 * No further server is called once an attempt has taken so long: the next one begins with those that are left. A server
 * that does not answer the connection costs a minute, one that never greets five, one that refuses the connection nothing.
 */
export const MAX_ATTEMPT_MS = 10 * 60_000;

/** A session with one of a site's servers. */
export interface OpenConnection {
  readonly smtp: SmtpConnection;
  readonly target: SmtpTarget;
  readonly openedAtMs: number;
  /** The servers before it that failed; their conversations belong to the mail that they were called for. */
  readonly failed?: { readonly servers: readonly FailedServer[]; readonly conversation: string };
}

/** No server could be reached: the most telling failure, and all that was tried. */
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

const NO_SERVERS: Outcome = {
  kind: 'deferred',
  status: '4.4.1',
  reason: 'The destination site has no servers',
  bounceClass: 'transient',
  handedOverAtMs: undefined,
};

/**
 * Tries the servers of a task's route in order, those first that the attempts before had no time for. A server that greets
 * with a refusal is passed over like one that is silent.
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
  const telling = mostTelling([...(before?.failed ?? []), ...failed]);
  if (!telling) return { outcome: NO_SERVERS, target: undefined };
  // What a relay says of itself is nothing that it says of the domain.
  const isDomain = route.name === 'direct' && !before && failed.length === route.targets.length;
  const isFinal = isDomain && failed.every((server) => server.final);
  return { outcome: (isFinal && telling.final) || telling.outcome, target: telling.target };
}

/** Whether a connection has carried as many mails, or lived as long, as it should. */
export function isUsedUp(clock: Clock, connection: OpenConnection, task: Task): boolean {
  return !connection.smtp.usable || isUsedUpAfter(clock, connection, task, 0);
}

/** The same once it has carried so many mails more. */
export function isUsedUpAfter(
  clock: Clock,
  { openedAtMs, smtp }: OpenConnection,
  { route }: Task,
  mails: number,
): boolean {
  return smtp.sent + mails >= route.limits.maxMailsPerConnection || clock.now() - openedAtMs > MAX_AGE_MS;
}

/** Whether a connection leads to a server of the task's domain and is at least as safe as that domain asks for. */
export function suits({ target }: OpenConnection, { route }: Task): boolean {
  return route.targets.some(
    (wanted) =>
      isSameServer(wanted, target) && (isUnchecked(wanted) || JSON.stringify(wanted) === JSON.stringify(target)),
  );
}

/** A fault before TLS says nothing of TLS. */
function countTls({ countTls: count }: SiteRoute, opened: SmtpConnection | SmtpFault): void {
  if (opened.tlsFailure !== undefined) count?.(opened.tlsFailure);
  else if (!('kind' in opened)) count?.(opened.tls === undefined ? 'starttls-not-supported' : 'success');
}

/** A target that any connection will do for. */
function isUnchecked({ dane, tls, verifyTls }: SmtpTarget): boolean {
  return !verifyTls && dane === undefined && (tls === 'opportunistic' || tls === 'never');
}

/** The name and address that we show to a server, and what it is known not to take. */
function optionsFor({ route: { source }, servers, smtp }: Calling, { address, host }: SmtpTarget): SmtpOptions {
  const known = servers.takesTogether(host, 'together') ? smtp : { ...smtp, pipelining: false };
  if (!source) return known;
  const localAddress = address.includes(':') ? source.ipv6 : source.ipv4;
  return { ...known, ehloName: source.ehloName, ...(localAddress !== undefined && { localAddress }) };
}

interface Called {
  readonly opened: SmtpConnection | SmtpFault;
  /** What was said in vain: all of it, or before a second call without TLS. */
  readonly said: string;
}

/** RFC 3207 leaves it to the client: where no policy asks for TLS, a failed handshake is tried again without. */
async function connectWithFallback(calling: Calling, target: SmtpTarget): Promise<Called> {
  const first = await call(calling, target);
  // What comes in the clear after a failed handshake is that failure, not another session.
  countTls(calling.route, first.opened);
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
