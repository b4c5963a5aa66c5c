import type { Principal } from '../../../http/principal.ts';
import { requireSendingAddress, type VendorParts } from '../vendors/index.ts';
import { mailboxText } from './mail.ts';

/**
 * Throws if the request has a sender parameter and the caller may not send from that address. Call this before the
 * content is parsed, as Amazon SES does: some clients verify their settings with a request whose content is invalid.
 */
export async function requireSender(parts: VendorParts, principal: Principal, from: unknown): Promise<void> {
  if (typeof from !== 'string' || from === '') return;
  await requireSendingAddress(parts, principal, mailboxText(from));
}
