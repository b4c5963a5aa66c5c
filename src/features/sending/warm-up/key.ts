export interface WarmUpKey {
  readonly source: string;
  readonly senderDomain: string;
  /** Name of the mailbox provider, as chosen by the caller. */
  readonly provider: string;
}

/**
 * Returns the key as a string, in which spaces separate the components. The components themselves contain no spaces.
 */
export function nameOf({ source, senderDomain, provider }: WarmUpKey): string {
  return `${source} ${senderDomain} ${provider}`;
}
