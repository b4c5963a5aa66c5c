/** The properties of a recorded outcome that this feature needs. */
export interface ObservedOutcome {
  readonly messageId: string;
  readonly recipient: string;
  readonly kind: string;
  readonly reason: string | null;
  /**
   * `recipient` means that the address is invalid, and `mailbox-full` that it may be invalid. Other classes are not
   * about the address.
   */
  readonly bounceClass?: string | undefined;
  readonly route: string;
  /** The server that was contacted. */
  readonly host?: string | null | undefined;
  /**
   * Set if no server was contacted because DNS reports no mail servers for the domain: `doubted` if the resolver is
   * suspected to be faulty, otherwise `believed`.
   */
  readonly dnsAlone?: string | undefined;
}
