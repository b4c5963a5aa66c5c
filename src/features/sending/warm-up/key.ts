/** What a ramp belongs to. */
export interface WarmUpKey {
  readonly source: string;
  readonly senderDomain: string;
  /** The receiver, by whatever name the caller has for it. */
  readonly provider: string;
}

/** The key as one text; none of its parts has a space. */
export function nameOf({ source, senderDomain, provider }: WarmUpKey): string {
  return `${source} ${senderDomain} ${provider}`;
}
