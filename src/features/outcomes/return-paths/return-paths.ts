import type { Vault } from '../../../base/crypto.ts';
import { isFault, parseAddress, type EmailAddress } from '../../../mail/address.ts';
import {
  findReturnAddress,
  makeLocalPart,
  parseLocalPart,
  type Recipient,
  type ReturnAddress,
} from '../../../mail/return-path.ts';

/** Creates and parses the addresses that receive bounces and unsubscribe emails. */
export interface ReturnPaths {
  /**
   * Returns the envelope sender for a recipient. Its local part identifies the recipient, so that a bounce can be
   * matched to the recipient (variable envelope return path, VERP). Uses the `bounce.` host of the sender's domain
   * while its DNS record is valid, or otherwise the installation's return-path domain. Returns undefined if neither
   * exists. The From address is then the envelope sender and receives the bounces.
   */
  envelopeFrom(recipient: Recipient & { readonly senderDomain: string }): Promise<EmailAddress | undefined>;
  /** Returns the address for `List-Unsubscribe: <mailto:...>` (RFC 2369), on the same host as the return path. */
  unsubscribeAddress(recipient: Recipient & { readonly senderDomain: string }): Promise<EmailAddress | undefined>;
  /** Returns the host of the return-path addresses for a sender's domain, or undefined if no host is available. */
  host(accountId: number, senderDomain: string): Promise<string | undefined>;
  /** Parses a local part, ignoring case. Returns undefined if this installation did not create it. */
  read(localPart: string): ReturnAddress | undefined;
  /** Returns the first address in the text that this installation has created. */
  find(text: string): ReturnAddress | undefined;
}

const PURPOSE = 'return paths';

/**
 * Creates return paths with a key derived from the master secret. `fallbackDomain` is the installation's return-path
 * domain, if configured.
 */
export function createReturnPaths(parts: {
  readonly vault: Vault;
  readonly returnPathDomain: (accountId: number, domain: string) => Promise<string | undefined>;
  readonly fallbackDomain: string | undefined;
}): ReturnPaths {
  const key = parts.vault.derive(PURPOSE);
  const keys = parts.vault.deriveAll(PURPOSE);

  const host = async (accountId: number, senderDomain: string): Promise<string | undefined> =>
    (await parts.returnPathDomain(accountId, senderDomain)) ?? parts.fallbackDomain;

  async function addressOf(
    kind: ReturnAddress['kind'],
    { senderDomain, ...recipient }: Recipient & { readonly senderDomain: string },
  ): Promise<EmailAddress | undefined> {
    const domain = await host(recipient.accountId, senderDomain);
    if (domain === undefined) return undefined;
    const address = parseAddress(`${makeLocalPart(key, { ...recipient, kind })}@${domain}`);
    // A domain of nearly 253 characters leaves no space for a local part (RFC 5321 section 4.5.3.1.3).
    return isFault(address) ? undefined : address;
  }

  return {
    host,
    envelopeFrom: (recipient) => addressOf('bounce', recipient),
    unsubscribeAddress: (recipient) => addressOf('unsubscribe', recipient),
    read: (localPart) => parseLocalPart(keys, localPart),
    find: (text) => findReturnAddress(keys, text),
  };
}
