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
   * `believed` if the address is considered invalid because of a DNS result alone, or `doubted` if the DNS resolver may
   * be faulty. Absent for all other outcomes.
   */
  readonly dnsAlone?: string | undefined;
}
