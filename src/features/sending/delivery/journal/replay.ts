import { rmSync, statSync } from 'node:fs';
import type { Clock } from '../../../../base/clock.ts';
import { abandonedHomes, filesOf, readBounded, type JournalHome } from '../../../../base/journal-home.ts';
import { readJournal } from '../../../../base/journal-lines.ts';
import type { Log } from '../../../../base/log.ts';
import { readEntries, type Answered, type InDoubt } from './lines.ts';

/** Maximum number of outcomes, or of messages that may have been delivered, per handler call. */
export const REPLAY_BATCH = 250;

/** Age in milliseconds after which a journal is discarded, together with its unrecorded outcomes. */
export const STALE_MS = 7 * 24 * 3_600_000;

interface ReplayParts {
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Handlers for the entries of dead processes. They may receive the same entries again if the replay itself is
 * interrupted by a crash.
 */
export interface ReplayHandlers {
  /**
   * Records outcomes whose epoch is still valid. Resolves when they are committed, or when another process is
   * responsible for them.
   */
  record(outcomes: readonly Answered[]): Promise<void>;
  /** Handles messages that may have been delivered although no reply was recorded. */
  inDoubt(mails: readonly InDoubt[]): Promise<void>;
}

/**
 * Takes over the journals of dead processes, one after the other. Removes a journal when its handlers have resolved. If
 * a handler rejects, keeps the journal for the next start until it is stale. Never rejects, because a corrupt file must
 * not block delivery.
 */
export async function replayJournals(
  parts: ReplayParts & { readonly directory: string },
  handlers: ReplayHandlers,
): Promise<void> {
  const { directory, log } = parts;
  try {
    for (const home of abandonedHomes(directory)) await adopt(home, parts, handlers);
  } catch (error) {
    log.error('Delivery journals of earlier processes could not be read', { directory, error });
  }
}

async function adopt(home: JournalHome, { clock, log }: ReplayParts, handlers: ReplayHandlers): Promise<void> {
  try {
    const files = filesOf(home);
    const { entries, damaged } = readJournal(files.map(readBounded));
    const { answered, inDoubt, unknown } = await readEntries(entries);
    await inBatches(answered, (batch) => handlers.record(batch));
    await inBatches(inDoubt, (batch) => handlers.inDoubt(batch));
    if (damaged + unknown > 0) log.error('Delivery journal contains unreadable lines', { damaged, unknown });
    if (answered.length + inDoubt.length > 0) {
      log.warn('Delivery process ended unexpectedly; journal replayed', {
        unrecorded: answered.length,
        inDoubt: inDoubt.length,
      });
    }
    for (const file of files) rmSync(file, { force: true });
  } catch (error) {
    const isStale = filesOf(home).every((file) => clock.now() - statSync(file).mtimeMs > STALE_MS);
    if (isStale) for (const file of filesOf(home)) rmSync(file, { force: true });
    const what = isStale ? 'discarded' : 'kept for the next start';
    log.error(`Delivery journal not replayed; ${what}`, { path: home.path, error });
  } finally {
    home.leave();
  }
}

async function inBatches<T>(items: readonly T[], handle: (batch: readonly T[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += REPLAY_BATCH) {
    await handle(items.slice(start, start + REPLAY_BATCH));
  }
}
