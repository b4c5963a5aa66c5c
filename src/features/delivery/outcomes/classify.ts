import type { NoTargets } from '../routing/direct-targets.ts';
import type { SmtpFault, SmtpResult } from '../../../smtp/connection.ts';
import type { Reply } from '../../../smtp/reply.ts';
import { classOfRefusal, isAddressBlock, reportedRefusal } from './outcome-class.ts';
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
      return outcomeOfRefusal(result.reply, result.sentAt ?? nowMs);
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
 * 5xx, because that speaks of us and not of the recipient.
 */
export function outcomeOfFault({ error, reply }: SmtpFault): Outcome {
  const signal = reply && reply.code >= 400 ? signalOfRefusal(reply) : undefined;
  const isBlock = reply !== undefined && reply.code >= 500 && isAddressBlock(reply.text);
  return {
    kind: 'deferred',
    status: reply?.enhanced ?? '4.4.1',
    reason: reply ? replyText(reply) : cut(error),
    bounceClass: isBlock ? 'policy' : 'transient',
    ...(signal && { signal }),
    handedOverAtMs: undefined,
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
  return classOfRefusal(reportedRefusal(status, words ?? ''));
}

function outcomeOfRefusal(reply: Reply, handedOverAtMs: number): Outcome {
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
