import type { Principal } from '../../../http/principal.ts';
import { requireSendingAddress, type VendorParts } from '../vendors/index.ts';
import { mailboxText } from './mail.ts';

/**
 * Throws unless the caller may send from the address, if the request names an address outside of the email. Amazon SES
 * checks the sender before the content, and clients verify their settings with a request whose content is invalid.
 */
export async function requireSender(parts: VendorParts, principal: Principal, from: unknown): Promise<void> {
  if (typeof from !== 'string' || from === '') return;
  await requireSendingAddress(parts, principal, mailboxText(from));
}
