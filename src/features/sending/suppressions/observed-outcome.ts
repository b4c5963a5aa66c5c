/** The properties of a recorded outcome that this feature needs. */
export interface ObservedOutcome {
  readonly messageId: string;
  readonly recipient: string;
  readonly kind: string;
  readonly reason: string | null;
  /**
   * `recipient` means that the address is invalid, and `mailbox-full` means that it may be. Other classes say nothing
   * about the address.
   */
  readonly bounceClass?: string | undefined;
  readonly route: string;
  /** The server that was contacted. */
  readonly host?: string | null | undefined;
  /** Set if no server was contacted, because DNS reports that the domain has none. */
  readonly dnsAlone?: string | undefined;
}
