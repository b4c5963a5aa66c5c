import type { NoTargets } from '../routing/direct-targets.ts';
import type { SmtpFault, SmtpResult, SmtpTarget, TlsFailure } from '../../../smtp/connection.ts';
import type { Reply } from '../../../smtp/reply.ts';
import { classOfRefusal, isAddressBlock } from './outcome-class.ts';
import { signalOfRefusal } from './throttle-rules.ts';
import type { BounceClass, Outcome } from '../types.ts';

const MAX_REASON_CHARACTERS = 1_000;

/** What a domain without a server is about: a domain that is not there makes its addresses bad, the rest may be mended. */
const BOUNCED_AS: Readonly<Record<'bounced' | 'deferred' | 'failed', BounceClass>> = {
  bounced: 'recipient',
  deferred: 'transient',
  failed: 'transient',
};

/** The outcome of an SMTP dialogue about one recipient that ended at `nowMs`. */
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
        reason: cut(result.dotSent ? `${result.error}; the server may have taken the mail` : result.error),
        bounceClass: 'transient',
        handedOverAtMs: result.dotSent ? nowMs : undefined,
      };
  }
}

/**
 * The outcome when no dialogue about a recipient came about: always to be tried again, also when the server greets with
 * 5xx, because that speaks of us and not of the recipient. `target` is the server that was called.
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

/** RFC 3463: no server, a connection that broke off, a password that must not go in the clear. */
function statusOfFault({ reply, stage }: SmtpFault): string {
  if (reply) return reply.enhanced ?? '4.4.1';
  if (stage === 'auth') return '4.7.11';
  return stage === 'ehlo' ? '4.4.2' : '4.4.1';
}

const TLS_RULES: Readonly<Record<NonNullable<SmtpTarget['tlsRule']>, string>> = {
  dane: 'DANE (RFC 7672): ',
  'mta-sts': 'MTA-STS (RFC 8461): ',
};

/** What failed, whose rule it broke, and the word for it in TLS reports (RFC 8460 section 4.3), by which its domain knows it. */
function tlsWords(failure: TlsFailure, error: string, rule: SmtpTarget['tlsRule']): { status: string; reason: string } {
  return {
    status: failure === 'starttls-not-supported' ? '4.7.4' : '4.7.5',
    reason: `${rule ? TLS_RULES[rule] : ''}${error} (${failure})`,
  };
}

/** The outcome when the recipient's domain has no server to go to. */
export function outcomeOfMx(domain: string, result: NoTargets, attempts: number): Outcome {
  const outcome = (kind: 'bounced' | 'deferred' | 'failed', status: string, reason: string): Outcome => ({
    kind,
    status,
    reason,
    bounceClass: BOUNCED_AS[kind],
    handedOverAtMs: undefined,
  });
  switch (result.kind) {
    case 'null-mx':
      return outcome('bounced', '5.1.10', `${domain} takes no mail (null MX, RFC 7505)`);
    case 'nonexistent':
      // A registry or a resolver can be wrong for a moment: one more look before the address counts as bad.
      return attempts === 0
        ? outcome('deferred', '4.1.2', `${domain} does not exist in DNS; looked up again later`)
        : outcome('bounced', '5.1.2', `${domain} does not exist in DNS`);
    case 'no-address':
      return outcome('deferred', '4.4.3', `No mail server of ${domain} has an address in DNS`);
    case 'private':
      return outcome('failed', '5.4.4', `The mail server ${result.host} of ${domain} has a private address`);
    case 'failed':
      return outcome('deferred', '4.4.3', `DNS: ${result.reason}`);
    case 'policy':
      return outcome('deferred', '4.7.5', result.reason);
  }
}

/**
 * What a report of a late bounce was about (RFC 3464): its status, and the words that it quotes, which may begin with a
 * basic code. Undefined when neither says anything.
 */
export function classOfReport(status: string | null, words: string | null): BounceClass | undefined {
  if (status === null && words === null) return undefined;
  const text = words ?? '';
  const isDelay = status?.startsWith('4.') === true;
  const basic = Number(/\b([45]\d\d)[ -]/.exec(text.slice(0, MAX_REASON_CHARACTERS))?.[1] ?? (isDelay ? 450 : 550));
  return classOfRefusal({ code: isDelay ? 450 : Math.max(basic, 500), enhanced: status ?? undefined, text });
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
