import type { Clock } from '../../../../base/clock.ts';
import { openJournalFile } from '../../../../base/journal-file.ts';
import type { Log } from '../../../../base/log.ts';
import type { Claim } from '../types.ts';
import { dotEntry, keyOf, replyEntry, type Answered } from './lines.ts';
import { replayJournals, type ReplayHandlers } from './replay.ts';

export type { Answered, InDoubt } from './lines.ts';
export type { ReplayHandlers } from './replay.ts';

/**
 * What of a delivery process outlives it: which mails were on the wire, and what was answered and is not committed yet.
 * A mail can then arrive twice only when the process died between its final dot and the reply (RFC 5321 6.1, RFC 1047).
 */
export interface Journal {
  /** To be called before the final dot of a mail is sent. Never throws. */
  dot(claim: Claim): void;
  /** To be called when an attempt has its outcome, before that is recorded. Never throws. */
  replied(answered: Answered): void;
  /** To be called when the outcome is committed, or not ours to record any more. Never throws. */
  committed(answered: Pick<Answered, 'claim'>): void;
  /** To be called before the first claim: gives what dead processes of this directory left to the handlers. Never rejects. */
  replay(handlers: ReplayHandlers): Promise<void>;
  /** Ends it; what is not committed by now is left to the next process. Never rejects. */
  close(): Promise<void>;
}

/** Opens this process's journal below `directory`. One that cannot be written is said loudly, and delivery goes on. */
export function openJournal(parts: { readonly directory: string; readonly clock: Clock; readonly log: Log }): Journal {
  const file = openJournalFile(parts);
  return {
    dot(claim) {
      const { key, kind, value } = dotEntry(claim);
      file.put(key, kind, value);
    },
    replied(answered) {
      const { key, kind, value } = replyEntry(answered);
      file.put(key, kind, value);
    },
    committed: ({ claim }) => file.finish(keyOf(claim)),
    replay: (handlers) => replayJournals(parts, handlers),
    close: () => file.close(),
  };
}
