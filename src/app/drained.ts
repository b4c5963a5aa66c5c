import type { Clock } from '../base/clock.ts';
import { Refusal } from '../base/refusal.ts';
import type { DrainDirectory } from '../features/sending/delivery/index.ts';
import type { Acceptor } from '../features/transactional/messages/index.ts';

const MAX_RETRY_AFTER_SECONDS = 300;

/** Creates a check that rejects with service_unavailable and a time to retry while the installation is drained. */
export function createDrainGate(drained: DrainDirectory, clock: Clock): () => Promise<void> {
  return async () => {
    // Ignore errors. If the database is unavailable, accepting the message fails anyway.
    const until = await drained().catch(() => undefined);
    if (!until || until.getTime() <= clock.now()) return;
    const seconds = Math.ceil((until.getTime() - clock.now()) / 1_000);
    throw new Refusal('service_unavailable', {
      message: 'This installation is under maintenance and currently does not accept new emails.',
      retryAfterSeconds: Math.min(seconds, MAX_RETRY_AFTER_SECONDS),
    });
  };
}

/** Wraps the acceptor so that it rejects messages while the installation is drained. */
export function refusingWhileDrained(acceptor: Acceptor, requireOpen: () => Promise<void>): Acceptor {
  return {
    ...acceptor,
    async accept(accountId, submissions) {
      await requireOpen();
      return acceptor.accept(accountId, submissions);
    },
    async acceptBatch(accountId, batch) {
      await requireOpen();
      return acceptor.acceptBatch(accountId, batch);
    },
  };
}
