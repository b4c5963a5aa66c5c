export interface WarmUpKey {
  readonly source: string;
  readonly senderDomain: string;
  /** The receiver, under the name that the caller uses. */
  readonly provider: string;
}

/** Returns the key as text. No part of the key contains a space. */
export function nameOf({ source, senderDomain, provider }: WarmUpKey): string {
  return `${source} ${senderDomain} ${provider}`;
}
