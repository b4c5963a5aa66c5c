import type { Vault } from '../../../base/crypto.ts';
import { isFault, parseAddress, type EmailAddress } from '../../../mail/address.ts';
import {
  findReturnAddress,
  makeLocalPart,
  parseLocalPart,
  type Recipient,
  type ReturnAddress,
} from '../../../mail/return-path.ts';

/** Makes and reads the addresses that mail comes back to. */
export interface ReturnPaths {
  /**
   * The envelope sender of a mail to a recipient, so that a bounce names him (variable envelope return path): at `bounce.`
   * of the sender's domain while its record is valid, else at the installation's return-path domain. Undefined when there
   * is neither: the From address stays the envelope sender, and bounces go to its mailbox.
   */
  envelopeFrom(recipient: Recipient & { readonly senderDomain: string }): Promise<EmailAddress | undefined>;
  /** The address for `List-Unsubscribe: <mailto:...>` (RFC 2369), at the same domain. */
  unsubscribeAddress(recipient: Recipient & { readonly senderDomain: string }): Promise<EmailAddress | undefined>;
  /** The host of such addresses of a sender's domain; undefined when there is none. */
  host(accountId: number, senderDomain: string): Promise<string | undefined>;
  /** Reads a local part in any case; undefined for what this installation did not make. */
  read(localPart: string): ReturnAddress | undefined;
  /** The first address of ours in a text. */
  find(text: string): ReturnAddress | undefined;
}

const PURPOSE = 'return paths';

/** Return paths under the master secret. `fallbackDomain`: the installation's return-path domain, when it has one. */
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
    // A domain of nearly 253 characters leaves no room for a local part (RFC 5321 section 4.5.3.1.3).
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
