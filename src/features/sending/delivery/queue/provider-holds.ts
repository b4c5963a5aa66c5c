import type { Clock } from '../../../../base/clock.ts';
import type { Log } from '../../../../base/log.ts';
import type { ChunkQueue, Claim, HeldProviders } from '../types.ts';

/** How soon it is seen that an account holds mail back at a provider. */
const LOOK_EVERY_MS = 500;
/** What was known so long ago may be otherwise by now: nothing is sent by it. */
const STALE_AFTER_MS = 5_000;

/** What accounts hold back of their campaigns at single mailbox providers. */
export interface ProviderHolds {
  /**
   * Has what is known be no older than half a second. To be called before recipients of campaigns are brought to sites, which
   * they must not be when it resolves with false: nobody knows what is held. Never rejects.
   */
  look(): Promise<boolean>;
  /** Whether a recipient is held back there: never one of mail that is no campaign's. */
  isHeld(claim: Pick<Claim, 'mailClass' | 'messageId'>, provider: string): boolean;
  close(): void;
}

/**
 * Knows what is held, and looks while this process has recipients of campaigns; without them it asks nothing. A look that
 * fails leaves what was known before, for some seconds.
 */
export function createProviderHolds(parts: {
  readonly chunks: Pick<ChunkQueue, 'heldProviders'> | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether recipients of campaigns are at hand. */
  readonly isAtWork: () => boolean;
  /** Called with providers at which something is held since the look before. */
  readonly onHold: (providers: ReadonlySet<string>) => void;
}): ProviderHolds {
  const { chunks, clock, log } = parts;
  let held: HeldProviders = new Map();
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function read(): Promise<void> {
    const startedAtMs = clock.now();
    try {
      const before = held;
      held = (await chunks?.heldProviders()) ?? held;
      lookedAtMs = startedAtMs;
      const added = [...held].flatMap(([lot, providers]) => [...providers].filter((one) => !before.get(lot)?.has(one)));
      if (added.length > 0) parts.onHold(new Set(added));
    } catch (error) {
      log.debug('Provider holds could not be read', { error: (error as Error).message });
    }
  }

  async function look(): Promise<boolean> {
    if (!chunks) return true;
    if (clock.now() - lookedAtMs >= LOOK_EVERY_MS) {
      looking ??= read().finally(() => (looking = undefined));
      await looking;
    }
    return clock.now() - lookedAtMs < STALE_AFTER_MS;
  }

  const timer = setInterval(() => void (parts.isAtWork() && look()), LOOK_EVERY_MS);
  return {
    look,
    isHeld: ({ mailClass, messageId }, provider) =>
      mailClass === 'campaign' && held.get(messageId)?.has(provider) === true,
    close: () => clearInterval(timer),
  };
}
