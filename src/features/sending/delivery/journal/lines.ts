import type { JournalEntry } from '../../../../base/journal-lines.ts';
import type { EmailAddress } from '../../../../mail/address.ts';
import type { AttemptDetails, Claim, Outcome } from '../types.ts';

/** What a connection worker knows when a server has answered; the recorder's own type fits. */
export interface Answered {
  readonly claim: Claim;
  readonly outcome: Outcome;
  readonly details: AttemptDetails;
}

/** A mail that a process was handing over when it died: the server may have it, and may not. */
export type InDoubt = Claim;

/** Kinds of entries; the number changes with the shape, so that another version's entries are not misread. */
const DOT = 'D1';
const REPLY = 'R1';
/** Characters of a conversation that are kept: its beginning and its end, where the reply is. */
export const MAX_CONVERSATION = 4096;
/** Characters of everything else that a server may have said. */
export const MAX_WORDS = 1024;
const CUT = '\n[...]\n';

/** Names an attempt: another attempt at the same recipient has another epoch. */
export function keyOf({ accountId, messageId, recipientNo, epoch }: Claim): string {
  return `${accountId}.${messageId}.${recipientNo}.${epoch}`;
}

/** The entry that says that the final dot of a mail is about to be sent. */
export function dotEntry(claim: Claim): JournalEntry {
  return { key: keyOf(claim), kind: DOT, value: claimPart(claim) };
}

/** The entry of an outcome: all that recording it takes, its words cut to a bounded length. */
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

/** What entries of a killed process mean; those of another version, or of no sense, are counted only. */
export async function readEntries(entries: readonly JournalEntry[]): Promise<{
  readonly answered: readonly Answered[];
  readonly inDoubt: readonly InDoubt[];
  readonly unknown: number;
}> {
  const answered: Answered[] = [];
  const inDoubt: InDoubt[] = [];
  let unknown = 0;
  if (entries.length === 0) return { answered, inDoubt, unknown };
  // What checks them is 30 MB, which a process takes only when it finds what another left.
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
  // Written from a parsed address, under a check sum.
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
