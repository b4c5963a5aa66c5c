import { Type } from 'typebox';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf } from '../../../http/parser.ts';
import { contactAddressOf, type ContactAddress } from '../contacts/index.ts';

/** Parser of a page of consents. */
export const consentsQuery = parserOf(Type.Object(pageParameters()), (given, fail) => pageQueryOf(given, fail));

/** Parser of an address that is to be erased: whoever erases says it in full. */
export const erasureRequest = parserOf(
  Type.Object({ email: Type.String({ description: 'The full email address.' }) }, { additionalProperties: false }),
  (given, fail): { readonly email: ContactAddress } => {
    const email = contactAddressOf(given.email);
    if (typeof email === 'string') return { email };
    fail('email', email.fault);
    // Never seen: what failed is refused.
    return { email: '' as ContactAddress };
  },
);
