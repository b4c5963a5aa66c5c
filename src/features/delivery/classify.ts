import type { MxResult } from '../../smtp/mx.ts';
import type { SmtpFault, SmtpResult } from '../../smtp/connection.ts';
import type { Reply } from '../../smtp/reply.ts';
import type { Outcome } from './types.ts';

const MAX_REASON_CHARACTERS = 1_000;

/** Permanent refusals of the message itself, not of the recipient (RFC 3463: content, protocol, size). */
const MESSAGE_FAULT = /^5\.(3\.4|5\.\d+|6\.\d+)$/;

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
        reason: result.dotSent ? `${result.error}; the server may have taken the mail` : result.error,
        handedOverAtMs: result.dotSent ? nowMs : undefined,
      };
  }
}

/** The outcome when no dialogue about a recipient came about: always to be tried again. */
export function outcomeOfFault(fault: SmtpFault): Outcome {
  const reason = fault.reply ? replyText(fault.reply) : fault.error;
  return { kind: 'deferred', status: fault.reply?.enhanced ?? '4.4.1', reason: cut(reason), handedOverAtMs: undefined };
}

/** The outcome when the recipient's domain has no server to go to. */
export function outcomeOfMx(domain: string, result: Exclude<MxResult, { kind: 'targets' }>, attempts: number): Outcome {
  const outcome = (kind: Outcome['kind'], status: string, reason: string): Outcome => ({
    kind,
    status,
    reason,
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
  }
}

function outcomeOfRefusal(reply: Reply, handedOverAtMs: number): Outcome {
  if (reply.code < 500) return { kind: 'deferred', ...words(reply, '4.0.0'), handedOverAtMs: undefined };
  const said = words(reply, '5.0.0');
  return { kind: MESSAGE_FAULT.test(said.status) ? 'failed' : 'bounced', ...said, handedOverAtMs };
}

function words(reply: Reply, fallback: string): { status: string; reason: string } {
  return { status: reply.enhanced ?? fallback, reason: replyText(reply) };
}

function replyText(reply: Reply): string {
  return cut(`${reply.code} ${reply.text}`);
}

function cut(text: string): string {
  return text.length > MAX_REASON_CHARACTERS ? `${text.slice(0, MAX_REASON_CHARACTERS)}...` : text;
}
