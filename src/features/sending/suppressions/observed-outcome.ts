/** What this needs of an outcome, as delivery records it. */
export interface ObservedOutcome {
  readonly messageId: string;
  readonly recipient: string;
  readonly kind: string;
  readonly reason: string | null;
  /** `recipient` says that the address is bad, `mailbox-full` that it may be; no other class says anything of it. */
  readonly bounceClass?: string | undefined;
  readonly route: string;
  /** The server that was called. */
  readonly host?: string | null | undefined;
  /** Set when no server was asked, because DNS says that there is none. */
  readonly dnsAlone?: string | undefined;
}
