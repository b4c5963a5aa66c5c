import type { Refusal } from '../../../base/refusal.ts';

/**
 * Data about the sender that is needed to freeze the content. The data must be read before the transaction that freezes
 * the content, because it is read over a separate database connection.
 */
export interface SenderFacts {
  /** Sender address that this data describes. */
  readonly email: string;
  /** Reason why the address cannot be used as a sender. Undefined if the address can be used. */
  readonly refusal: Refusal | undefined;
  /**
   * Host name for unsubscribe email addresses, or undefined if the installation does not receive email for the domain.
   */
  readonly unsubscribeHost: string | undefined;
  /** Base URL of tracked links. If undefined, the base URL of the installation is used. */
  readonly trackingBase: string | undefined;
}
