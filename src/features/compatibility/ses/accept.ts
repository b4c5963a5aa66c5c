import { presentId } from '../../../base/ids.ts';
import type { Principal } from '../../../http/principal.ts';
import { acceptBatch, acceptSingle, type VendorParts } from '../vendors/index.ts';
import type { SesMail } from './send-request.ts';

/** Accepts an email, and returns its ID. Throws the error for the first violated rule. */
export async function acceptMail(parts: VendorParts, principal: Principal, mail: SesMail): Promise<string> {
  const { id } = await (mail.kind === 'single'
    ? acceptSingle(parts, principal, mail.single)
    : acceptBatch(parts, principal, mail.batch));
  return presentId('tm', id);
}
