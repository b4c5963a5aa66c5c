/** Enhanced codes (RFC 3463, RFC 5248, RFC 7505) that say: this address does not exist, or takes no mail at all. */
const RECIPIENT_FAULTS = new Set(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);
/** What we set where a server gave no enhanced code. */
const UNSPECIFIED = '5.0.0';
/** RFC 5321 section 4.2.3: mailbox unavailable, not local, name not allowed. */
const MAILBOX_REPLY = /^(?:550|551|553)\b/;
const UNKNOWN_RECIPIENT = [
  /\b(?:user|recipient|mailbox|address|account|addressee)\b.{0,40}\b(?:unknown|not (?:found|exist|known|valid)|does(?:n't| not) exist|invalid|disabled|deactivated|inactive|suspended|unavailable|no longer)/i,
  /\b(?:unknown|invalid|no such|non-?existent|disabled|inactive)\b.{0,20}\b(?:user|recipient|mailbox|address|account|person)\b/i,
  /\bno (?:mailbox|user|recipient|account) (?:here|by that name|with that name)/i,
];
/** A refusal for such a reason says nothing about the recipient, whatever else its text mentions. */
const OTHER_REASONS =
  /\b(?:spam|spf|dkim|dmarc|block(?:ed|list)|black-?list|reputation|policy|polic(?:y|ies)|rate|throttl|relay(?:ing)?|auth(?:entication|enticated)?|virus|content|sender|from address|size|quota|over ?quota|full)\b/i;

/**
 * Whether a refusal means that mail to the recipient will never arrive, so that the account should write there no more:
 * the recipient's own fault, never one of policy, content, size or infrastructure. `reason` is the server's reply with its
 * code, or our own words. Pure.
 */
export function isHardBounce(status: string | null, reason: string | null): boolean {
  if (status !== null && RECIPIENT_FAULTS.has(status)) return true;
  if (status !== null && status !== UNSPECIFIED) return false;
  const text = reason ?? '';
  if (!MAILBOX_REPLY.test(text) || OTHER_REASONS.test(text)) return false;
  return UNKNOWN_RECIPIENT.some((pattern) => pattern.test(text));
}
