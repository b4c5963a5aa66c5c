/**
 * Enhanced codes that say: this address does not exist, takes no mail at all, or is somebody else's by now (RFC 3463,
 * RFC 5248, RFC 7293, RFC 7505).
 */
const RECIPIENT_FAULTS = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.7.13', '5.7.17']);
/** Codes that say nothing: what we set where a server gave none, and 'other address status', used of senders too. */
const UNSPECIFIED = new Set(['5.0.0', '5.1.0']);
/** RFC 5321 section 4.2.3: mailbox unavailable, not local, name not allowed. */
const MAILBOX_REPLY = /^(?:550|551|553)\b/;
/** Addresses and links that a server quotes: their words are names, not reasons. */
const QUOTED = /\S*@\S*|\bhttps?:\S*/gi;
const UNKNOWN_RECIPIENT = [
  /\b(?:user|recipient|mailbox|address|account|addressee)\b.{0,40}\b(?:unknown|not (?:found|exist|known|valid)|does(?:n't| not) exist|invalid|disabled|deactivated|inactive|suspended|unavailable|no longer)/i,
  /\b(?:unknown|invalid|no such|non-?existent|disabled|inactive)\b.{0,20}\b(?:user|recipient|mailbox|address|account|person)\b/i,
  /\bno (?:mailbox|user|recipient|account) (?:here|by that name|with that name)/i,
];
/** A refusal for such a reason says nothing about the recipient, whatever else its text mentions. */
const OTHER_REASONS = [
  // What the mail is, or who vouches for it.
  /\b(?:spam|junk|virus|content|size|spf|dkim|dmarc|(?:un)?auth|polic|prohibit|denied)/i,
  // Who sends it, and from where.
  /\b(?:sender|(?:mail )?from (?:address|domain|header)|mail from|relay|client|helo|ehlo|host ?name|reverse|ptr\b|ip\b|dns|rbl)/i,
  // The smarthost speaks of us.
  /\byour (?:account|mailbox|user|domain|ip|server)/i,
  /\b(?:block(?:ed|ing|list)|black-?list|(?:grey|gray)-?list|reputation|throttl|rate\b|rate[- ]?limit)/i,
  // It may pass.
  /\b(?:quota|over ?quota|full\b|tempor|try (?:again|later))/i,
];

/**
 * Whether a refusal means that mail to the recipient will never arrive, so that the account should write there no more:
 * the recipient's own fault, never one of policy, content, size or infrastructure. `reason` is the server's reply with its
 * code, or our own words. When in doubt it is none, because an address is easier suppressed later than missed. Pure.
 */
export function isHardBounce(status: string | null, reason: string | null): boolean {
  if (status !== null && RECIPIENT_FAULTS.has(status)) return true;
  if (status !== null && !UNSPECIFIED.has(status)) return false;
  const text = (reason ?? '').replaceAll(QUOTED, ' ').replaceAll(/\s+/g, ' ');
  if (!MAILBOX_REPLY.test(text) || OTHER_REASONS.some((pattern) => pattern.test(text))) return false;
  return UNKNOWN_RECIPIENT.some((pattern) => pattern.test(text));
}
