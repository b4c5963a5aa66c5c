export interface WarmUpKey {
  readonly source: string;
  readonly senderDomain: string;
  /** The receiver, by the caller's name for it. */
  readonly provider: string;
}

/** Returns the key as text; none of its parts contains a space. */
export function nameOf({ source, senderDomain, provider }: WarmUpKey): string {
  return `${source} ${senderDomain} ${provider}`;
}
