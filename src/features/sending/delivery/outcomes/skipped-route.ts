import { storable } from '../../../../base/stored-text.ts';
import type { Database, Tx } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import type { Finished } from './decision.ts';
import { recordFailedRoute } from '../queue/queries.ts';

/** A failed route of a message. The message has at least one other route left. */
export interface FailedRoute {
  /**
   * The relay's name, as in routing rules (`relay:ses`), or undefined if the receiver's own servers could not be
   * reached.
   */
  readonly relay: string | undefined;
  readonly recipient: string;
  /** The server with the most informative failure, or null if no server was tried. */
  readonly host: string | null;
  readonly reason: string | null;
}

/** Called with each failed route, in the transaction that records the attempt. */
export type FailedRouteListener = (tx: Tx, accountId: number, failed: FailedRoute) => Promise<void>;

/** Records an attempt on a failed route if the message continues on another route. Never rejects. */
export type SkippedRoute = (attempt: Finished, relay: string | undefined) => Promise<void>;

/**
 * Creates a recorder for attempts on failed routes. Errors are only logged, so that they do not delay the message. For
 * a recipient in a chunk, who has no row yet, only the failed route is reported.
 */
export function createSkippedRoute(parts: {
  readonly db: Database;
  readonly log: Log;
  readonly onRouteFailed: FailedRouteListener;
}): SkippedRoute {
  const { db, log, onRouteFailed } = parts;
  return async ({ claim, details, outcome }, relay) => {
    const reason = outcome.reason === null ? null : storable(outcome.reason);
    const { address, conversation, finishedAtMs, host, route, startedAtMs, tls } = details;
    try {
      await db.transaction(async (tx) => {
        if (!claim.chunk) {
          const keys = [claim.accountId, claim.messageId, claim.recipientNo, claim.epoch] as const;
          const times = [new Date(startedAtMs), new Date(finishedAtMs)] as const;
          await recordFailedRoute(
            tx,
            ...keys,
            ...times,
            route,
            host,
            address,
            tls,
            outcome.status,
            reason,
            storable(conversation),
          );
        }
        await onRouteFailed(tx, claim.accountId, { relay, recipient: claim.recipient, host, reason });
      });
    } catch (error) {
      log.warn('Failed delivery route could not be recorded', { messageId: claim.messageId, error });
    }
  };
}
