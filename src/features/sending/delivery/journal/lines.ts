import type { JournalEntry } from '../../../../base/journal-lines.ts';
import type { EmailAddress } from '../../../../mail/address.ts';
import type { AttemptDetails, Claim, Outcome } from '../types.ts';

/** An attempt to which the server has replied, with its outcome. */
export interface Answered {
  readonly claim: Claim;
  readonly outcome: Outcome;
  readonly details: AttemptDetails;
}

/** A message that was being sent when the process died. The server may have received it. */
export type InDoubt = Claim;

/**
 * Kinds of entries. The digit is the version of the format, so that a process does not misread entries in the format of
 * another version.
 */
const DOT = 'D1';
const REPLY = 'R1';
/** Maximum number of characters stored from a conversation: the beginning, and the end, which contains the reply. */
export const MAX_CONVERSATION = 4096;
/** Maximum number of characters stored from any other server text. */
export const MAX_WORDS = 1024;
const CUT = '\n[...]\n';

/** Returns the key of an attempt. Attempts for the same recipient have different epochs. */
export function keyOf({ accountId, messageId, recipientNo, epoch }: Claim): string {
  return `${accountId}.${messageId}.${recipientNo}.${epoch}`;
}

/** Returns the entry that records that the final dot of a message is about to be sent. */
export function dotEntry(claim: Claim): JournalEntry {
  return { key: keyOf(claim), kind: DOT, value: claimPart(claim) };
}

/** Returns the entry for an outcome: everything needed to record it, with long text truncated. */
export function replyEntry({ claim, outcome, details }: Answered): JournalEntry {
  const value = {
    claim: claimPart(claim),
    outcome: {
      kind: outcome.kind,
      status: cut(outcome.status),
      reason: cut(outcome.reason),
      bounceClass: outcome.bounceClass,
      handedOverAtMs: outcome.handedOverAtMs,
    },
    details: {
      startedAtMs: details.startedAtMs,
      finishedAtMs: details.finishedAtMs,
      route: cut(details.route),
      host: cut(details.host),
      address: cut(details.address),
      tls: cut(details.tls),
      conversation: cutMiddle(details.conversation),
      ...(details.provider !== undefined && { provider: cut(details.provider) }),
    },
  };
  return { key: keyOf(claim), kind: REPLY, value };
}

/** Decodes the entries of a dead process. Invalid entries and entries of another version are only counted. */
export async function readEntries(entries: readonly JournalEntry[]): Promise<{
  readonly answered: readonly Answered[];
  readonly inDoubt: readonly InDoubt[];
  readonly unknown: number;
}> {
  const answered: Answered[] = [];
  const inDoubt: InDoubt[] = [];
  let unknown = 0;
  if (entries.length === 0) return { answered, inDoubt, unknown };
  // Loaded only if another process's journal was found, because the validator needs 30 MB of memory.
  const { isDot, isReply } = await import('./written.ts');
  for (const { kind, value } of entries) {
    if (kind === REPLY && isReply.Check(value)) {
      const { claim, outcome } = value;
      const withTime = { ...outcome, handedOverAtMs: outcome.handedOverAtMs };
      answered.push({ claim: toClaim(claim), outcome: withTime, details: value.details });
    } else if (kind === DOT && isDot.Check(value)) inDoubt.push(toClaim(value));
    else unknown += 1;
  }
  return { answered, inDoubt, unknown };
}

function claimPart({ chunk, ...claim }: Claim): Claim {
  return { ...claim, ...(chunk && { chunk: { chunkNo: chunk.chunkNo } }) };
}

type WrittenClaim = Omit<Claim, 'recipient' | 'taken'> & { readonly recipient: string; readonly taken?: number };

function toClaim(claim: WrittenClaim): Claim {
  // Safe cast: the address was validated before it was written, and a checksum protects the entry.
  return { ...claim, taken: claim.taken ?? 1, recipient: claim.recipient as EmailAddress };
}

function cut<Words extends string | null>(words: Words): Words | string {
  return words !== null && words.length > MAX_WORDS ? words.slice(0, MAX_WORDS) : words;
}

function cutMiddle(text: string): string {
  if (text.length <= MAX_CONVERSATION) return text;
  const half = (MAX_CONVERSATION - CUT.length) / 2;
  return text.slice(0, Math.ceil(half)) + CUT + text.slice(text.length - Math.floor(half));
}
