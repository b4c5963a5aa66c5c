import type { Clock } from '../../../../base/clock.ts';
import {
  connectSmtp,
  type SmtpConnection,
  type SmtpFault,
  type SmtpOptions,
  type SmtpTarget,
} from '../../../../smtp/connection.ts';
import { failedSession } from '../../../../smtp/transcript.ts';
import { outcomeOfFault } from '../outcomes/classify.ts';
import type { SiteRoute, Task } from '../sites/site.ts';
import type { Outcome } from '../types.ts';

const MAX_AGE_MS = 5 * 60_000;
/** Servers of a site that one attempt knocks at (Postfix's smtp_mx_address_limit). */
export const MAX_TARGETS_TRIED = 5;

/** A session with one of a site's servers. */
export interface OpenConnection {
  readonly smtp: SmtpConnection;
  readonly target: SmtpTarget;
  readonly openedAtMs: number;
  /** The servers before it in the list that failed; their conversations belong to the mail that they were called for. */
  readonly failed?: { readonly servers: number; readonly conversation: string };
}

/** No server could be reached: what the last of them said, and all that was tried. */
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

/** Tries the servers of a route in order. A server that greets with a refusal is passed over like one that is silent. */
export async function openConnection(parts: ConnectParts, route: SiteRoute): Promise<OpenConnection | NoConnection> {
  let last: { readonly fault: SmtpFault; readonly target: SmtpTarget } | undefined;
  let conversation = '';
  for (const [servers, target] of route.targets.slice(0, MAX_TARGETS_TRIED).entries()) {
    const { opened, said } = await connectWithFallback(parts, route, target);
    conversation += said;
    if (!('kind' in opened)) {
      const failed = conversation !== '' && { failed: { servers, conversation } };
      return { smtp: opened, target, openedAtMs: parts.clock.now(), ...failed };
    }
    last = { fault: opened, target };
  }
  const none: Outcome = {
    kind: 'deferred',
    status: '4.4.1',
    reason: 'The site has no servers',
    bounceClass: 'transient',
    handedOverAtMs: undefined,
  };
  return { outcome: last ? outcomeOfFault(last.fault, last.target) : none, target: last?.target, conversation };
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
      wanted.address === target.address &&
      wanted.host === target.host &&
      (isUnchecked(wanted) || JSON.stringify(wanted) === JSON.stringify(target)),
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

/** The name and address that we show to a server. */
function optionsFor(smtp: SmtpOptions, { source }: SiteRoute, { address }: SmtpTarget): SmtpOptions {
  if (!source) return smtp;
  const localAddress = address.includes(':') ? source.ipv6 : source.ipv4;
  return { ...smtp, ehloName: source.ehloName, ...(localAddress !== undefined && { localAddress }) };
}

interface Called {
  readonly opened: SmtpConnection | SmtpFault;
  /** What was said in vain: all of it, or before a second call without TLS. */
  readonly said: string;
}

/** RFC 3207 leaves it to the client: where no policy asks for TLS, a failed handshake is tried again without. */
async function connectWithFallback(parts: ConnectParts, route: SiteRoute, target: SmtpTarget): Promise<Called> {
  const first = await call(parts, route, target);
  // What comes in the clear after a failed handshake is that failure, not another session.
  countTls(route, first.opened);
  const { opened } = first;
  const handshakeFailed = 'kind' in opened && opened.stage === 'starttls' && target.tls === 'opportunistic';
  if (!handshakeFailed) return first;
  parts.noteTlsFault(target.host);
  const second = await call(parts, route, { ...target, tls: 'never' });
  return { opened: second.opened, said: first.said + second.said };
}

async function call({ clock, smtp }: ConnectParts, route: SiteRoute, target: SmtpTarget): Promise<Called> {
  const startedAtMs = clock.now();
  const opened = await connectSmtp(target, optionsFor(smtp, route, target));
  if (!('kind' in opened)) return { opened, said: '' };
  const { conversation, error } = opened;
  return { opened, said: failedSession(conversation, target, { error, tookMs: clock.now() - startedAtMs }) };
}
