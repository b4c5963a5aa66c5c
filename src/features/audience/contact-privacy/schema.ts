import { Type } from 'typebox';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf } from '../../../http/parser.ts';
import { contactAddressOf, type ContactAddress } from '../contacts/index.ts';

export const consentsQuery = parserOf(Type.Object(pageParameters()), (given, fail) => pageQueryOf(given, fail));

/** Parses a request that contains the full address to erase. */
export const erasureRequest = parserOf(
  Type.Object({ email: Type.String({ description: 'The full email address.' }) }, { additionalProperties: false }),
  (given, fail): { readonly email: ContactAddress } => {
    const email = contactAddressOf(given.email);
    if (typeof email === 'string') return { email };
    fail('email', email.fault);
    // The value is never used, because `fail` rejects the request.
    return { email: '' as ContactAddress };
  },
);
