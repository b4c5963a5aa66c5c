import type { Mailless, NoTargets } from '../routing/direct-targets.ts';
import type { SmtpFault, SmtpResult, SmtpTarget, TlsFailure } from '../../../../smtp/connection.ts';
import type { Reply } from '../../../../smtp/reply.ts';
import { classOfRefusal, isAddressBlock, reportedRefusal } from './outcome-class.ts';
import { HOUR_MS } from './retry.ts';
import { signalOfRefusal } from './throttle-rules.ts';
import type { BounceClass, Outcome } from '../types.ts';

const MAX_REASON_CHARACTERS = 1_000;

/** Retry interval, in milliseconds, while DNS reports that the domain does not accept email. */
const RETRY_MS = HOUR_MS;
/**
 * A message bounces after DNS has reported for this many milliseconds that the domain does not exist, or that it has no
 * mail servers.
 */
const NONEXISTENT_LIFE_MS = HOUR_MS;
const NO_SERVER_LIFE_MS = 4 * HOUR_MS;
/**
 * Maximum interval, in milliseconds, between lookups that count as consecutive. If two lookups are further apart, the
 * domain may have accepted email in the meantime.
 */
const IN_A_ROW_MS = 12 * HOUR_MS;

/** Outcome for a domain that does not accept email, if the DNS result is trusted. The address is then invalid. */
const BAD_DOMAIN = { kind: 'bounced', bounceClass: 'recipient', dnsAlone: 'believed' } as const;

/** Returns one recipient's outcome of an SMTP session that ended at `nowMs`. */
export function outcomeOfResult(result: SmtpResult, nowMs: number): Outcome {
  switch (result.kind) {
    case 'accepted':
      return { kind: 'delivered', ...words(result.reply, '2.0.0'), handedOverAtMs: result.sentAt };
    case 'refused':
      return outcomeOfRefusal(result.reply, result.isForeseen ? undefined : (result.sentAt ?? nowMs));
    case 'broken':
      return {
        kind: 'deferred',
        status: '4.4.2',
        reason: cut(result.dotSent ? `${result.error}; the server may have accepted the message` : result.error),
        bounceClass: 'transient',
        handedOverAtMs: result.dotSent ? nowMs : undefined,
      };
  }
}

/**
 * Returns the outcome if the SMTP session failed before the message was sent. The outcome is always a deferral, even if
 * the server greets with 5xx, because the reply concerns this server and not the recipient. `target` is the server that
 * was contacted.
 */
export function outcomeOfFault(fault: SmtpFault, target?: Pick<SmtpTarget, 'tlsRule'>): Outcome {
  const { error, reply, tlsFailure } = fault;
  const signal = reply && reply.code >= 400 ? signalOfRefusal(reply) : undefined;
  const isBlock = reply !== undefined && reply.code >= 500 && isAddressBlock(reply.text);
  const words = reply ? replyText(reply) : cut(error);
  return {
    kind: 'deferred',
    ...(tlsFailure
      ? tlsWords(tlsFailure, cut(error), target?.tlsRule)
      : { status: statusOfFault(fault), reason: words }),
    bounceClass: isBlock ? 'policy' : 'transient',
    ...(signal && { signal }),
    handedOverAtMs: undefined,
  };
}

/**
 * Returns the status (RFC 3463) of a failed session: the status from the reply, or a status for an unreachable server,
 * a dropped connection, or a password that must not be sent unencrypted.
 */
function statusOfFault({ reply, stage }: SmtpFault): string {
  if (reply) return reply.enhanced ?? (reply.code >= 500 ? '5.0.0' : '4.0.0');
  if (stage === 'auth') return '4.7.11';
  return stage === 'ehlo' ? '4.4.2' : '4.4.1';
}

const TLS_RULES: Readonly<Record<NonNullable<SmtpTarget['tlsRule']>, string>> = {
  dane: 'DANE (RFC 7672): ',
  'mta-sts': 'MTA-STS (RFC 8461): ',
  message: 'The email requires TLS: ',
};

/**
 * Returns the status and the text for a TLS failure. The text names the failure, the violated policy if there is one,
 * and the result type in TLS reports (RFC 8460 section 4.3), so that the domain's operator can find the failure in the
 * reports.
 */
function tlsWords(failure: TlsFailure, error: string, rule: SmtpTarget['tlsRule']): { status: string; reason: string } {
  return {
    status: failure === 'starttls-not-supported' ? '4.7.4' : '4.7.5',
    reason: `${rule ? TLS_RULES[rule] : ''}${error} (${failure})`,
  };
}

/** Returns the outcome if no server can be used for the recipient's domain. */
export function outcomeOfMx(domain: string, result: NoTargets): Outcome {
  switch (result.kind) {
    case 'null-mx':
      return { ...without('5.1.10', `${domain} does not accept email (null MX, RFC 7505)`), ...BAD_DOMAIN };
    case 'nonexistent':
      // Query DNS again before the message bounces, because a registry or resolver can be wrong for some time.
      return isStill(result.mailless, NONEXISTENT_LIFE_MS)
        ? { ...without('5.1.2', `${domain} does not exist in DNS`), ...BAD_DOMAIN }
        : shouldRetry('4.1.2', `${domain} does not exist in DNS; Postrider checks again in an hour`);
    case 'no-server': {
      const reason = `${domain} has neither a mail server (MX) nor an IP address in DNS`;
      if (!isStill(result.mailless, NO_SERVER_LIFE_MS))
        return shouldRetry('4.1.2', `${reason}; Postrider checks again in an hour`);
      // The domain's owner may have published the record by mistake. The message bounces, but the address is not marked
      // as invalid.
      return { ...without('5.1.2', reason), kind: 'bounced' };
    }
    case 'doubtful':
      return {
        ...without(
          '4.4.3',
          `DNS reports that ${domain} does not accept email, but the name server gives the same answer for domains that accept email; Postrider ignores the answer`,
        ),
        dnsAlone: 'doubted',
      };
    case 'no-address':
      return without('4.4.4', noAddressWords(domain, result.hosts));
    case 'private':
      return {
        ...without('5.4.4', `The mail server ${result.host} of ${domain} has a private IP address`),
        kind: 'failed',
      };
    case 'failed':
      return without('4.4.3', `DNS: ${result.reason}`);
    case 'policy':
      return without('4.7.5', cut(result.reason));
  }
}

/** Returns a deferral for an attempt that contacted no server. */
function without(status: string, reason: string): Outcome {
  return { kind: 'deferred', status, reason, bounceClass: 'transient', handedOverAtMs: undefined };
}

function shouldRetry(status: string, reason: string): Outcome {
  return { ...without(status, reason), retryAfterMs: RETRY_MS };
}

/** Returns whether consecutive lookups have reported for at least `lifeMs` that a domain does not accept email. */
function isStill({ forMs, sinceLastMs }: Mailless, lifeMs: number): boolean {
  return forMs >= lifeMs && sinceLastMs <= IN_A_ROW_MS;
}

function noAddressWords(domain: string, hosts: readonly string[]): string {
  if (hosts.length === 0) return `No MX record for ${domain} contains a host name`;
  return cut(`No mail server for ${domain} has an IP address in DNS: ${hosts.join(', ')}`);
}

/**
 * Returns the bounce class of a late bounce (RFC 3464) from its status and text. Returns undefined if both are missing.
 */
export function classOfReport(status: string | null, words: string | null): BounceClass | undefined {
  if (status === null && words === null) return undefined;
  return classOfRefusal(reportedRefusal(status, words ?? ''));
}

function outcomeOfRefusal(reply: Reply, handedOverAtMs: number | undefined): Outcome {
  const bounceClass = classOfRefusal(reply);
  const signal = signalOfRefusal(reply);
  const about = { bounceClass, ...(signal && { signal }) };
  if (reply.code < 500) return { kind: 'deferred', ...words(reply, '4.0.0'), ...about, handedOverAtMs: undefined };
  const kind = bounceClass === 'message' ? 'failed' : 'bounced';
  return { kind, ...words(reply, '5.0.0'), ...about, handedOverAtMs };
}

function words(reply: Reply, fallback: string): { status: string; reason: string } {
  return { status: reply.enhanced ?? fallback, reason: replyText(reply) };
}

function replyText(reply: Reply): string {
  return cut(`${reply.code} ${reply.text}`);
}

function cut(text: string): string {
  return text.length > MAX_REASON_CHARACTERS ? `${text.slice(0, MAX_REASON_CHARACTERS).toWellFormed()}...` : text;
}
