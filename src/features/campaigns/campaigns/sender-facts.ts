import type { Refusal } from '../../../base/refusal.ts';

/**
 * What is known of the sender of a campaign, as it is frozen with: asked before the transaction that freezes, because whoever
 * knows it asks the database by a connection of its own.
 */
export interface SenderFacts {
  /** Whose facts they are. */
  readonly email: string;
  /** Why nothing may be sent from it. */
  readonly refusal: Refusal | undefined;
  /** The host of addresses that its mail is unsubscribed at; undefined where mail does not come back. */
  readonly unsubscribeHost: string | undefined;
  /** Where links of its mail lead to; undefined: to the base address. */
  readonly trackingBase: string | undefined;
}
