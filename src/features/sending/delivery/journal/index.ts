import type { Clock } from '../../../../base/clock.ts';
import { openJournalFile } from '../../../../base/journal-file.ts';
import type { Log } from '../../../../base/log.ts';
import type { Claim } from '../types.ts';
import { dotEntry, keyOf, replyEntry, type Answered } from './lines.ts';
import { replayJournals, type ReplayHandlers } from './replay.ts';

export type { Answered, InDoubt } from './lines.ts';
export type { ReplayHandlers } from './replay.ts';

/**
 * Records on disk what must survive a crash of a delivery process: the messages being sent, and the outcomes that are
 * not committed yet (RFC 1047).
 */
export interface Journal {
  /** Records that the final dot of a message is about to be sent. Never throws. */
  dot(claim: Claim): void;
  /** Records the outcome of an attempt before it is written to the database. Never throws. */
  replied(answered: Answered): void;
  /** Records that an outcome is committed, or that another process is responsible for it. Never throws. */
  committed(answered: Pick<Answered, 'claim'>): void;
  /**
   * Passes the journals of dead processes in this directory to the handlers. Must be called before the first claim.
   * Never rejects.
   */
  replay(handlers: ReplayHandlers): Promise<void>;
  /** Closes the journal. The next process records the outcomes that are not committed. Never rejects. */
  close(): Promise<void>;
}

/**
 * Opens this process's journal below `directory`. If the journal cannot be written, logs an error, and delivery
 * continues.
 */
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
