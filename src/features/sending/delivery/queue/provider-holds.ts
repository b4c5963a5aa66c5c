import type { Clock } from '../../../../base/clock.ts';
import type { Log } from '../../../../base/log.ts';
import type { ChunkQueue, Claim, HeldProviders } from '../types.ts';

/** Interval, in milliseconds, at which provider holds of accounts are read. */
const POLL_EVERY_MS = 500;
/** Milliseconds after which the cached holds are too old. Campaign messages are then not sent. */
const STALE_AFTER_MS = 5_000;

/** Caches the provider holds: the mailbox providers to which accounts have paused their campaign messages. */
export interface ProviderHolds {
  /**
   * Refreshes the cached holds if they are older than half a second. Call this before recipients of campaigns are
   * dispatched. If the promise resolves to false, the holds are unknown, and the recipients must not be dispatched.
   * Never rejects.
   */
  look(): Promise<boolean>;
  /** Returns whether a recipient is held at the provider. Always returns false for messages outside campaigns. */
  isHeld(claim: Pick<Claim, 'mailClass' | 'messageId'>, provider: string): boolean;
  close(): void;
}

/**
 * Creates a reader of provider holds. Polls only while this process has recipients of campaigns. After a failed read,
 * the previous holds stay valid for a few seconds.
 */
export function createProviderHolds(parts: {
  readonly chunks: Pick<ChunkQueue, 'heldProviders'> | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns true if this process has claimed recipients of campaigns. Holds are polled only in that case. */
  readonly isAtWork: () => boolean;
  /** Called with the providers that have new holds since the previous read. */
  readonly onHold: (providers: ReadonlySet<string>) => void;
}): ProviderHolds {
  const { chunks, clock, log } = parts;
  let held: HeldProviders = new Map();
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let polling: Promise<void> | undefined;

  async function read(): Promise<void> {
    const startedAtMs = clock.now();
    try {
      const before = held;
      held = (await chunks?.heldProviders()) ?? held;
      checkedAtMs = startedAtMs;
      const added = [...held].flatMap(([batch, providers]) =>
        [...providers].filter((one) => !before.get(batch)?.has(one)),
      );
      if (added.length > 0) parts.onHold(new Set(added));
    } catch (error) {
      log.debug('Paused provider lanes could not be read', { error: (error as Error).message });
    }
  }

  async function look(): Promise<boolean> {
    if (!chunks) return true;
    if (clock.now() - checkedAtMs >= POLL_EVERY_MS) {
      polling ??= read().finally(() => (polling = undefined));
      await polling;
    }
    return clock.now() - checkedAtMs < STALE_AFTER_MS;
  }

  const timer = setInterval(() => void (parts.isAtWork() && look()), POLL_EVERY_MS);
  return {
    look,
    isHeld: ({ mailClass, messageId }, provider) =>
      mailClass === 'campaign' && held.get(messageId)?.has(provider) === true,
    close: () => clearInterval(timer),
  };
}
