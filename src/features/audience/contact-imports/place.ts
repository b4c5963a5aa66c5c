import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import type { ImportPlace } from '../../tenants/imports/index.ts';
import { KIND } from './kind.ts';
import { UNDO_DAYS } from './limits.ts';
import { contactSetup } from './setup.ts';

/** Path and scopes of contact imports, for signed-in users and for tokens of the account API. */
export const CONTACT_IMPORTS: ImportPlace = {
  kind: KIND,
  path: '/contacts/imports',
  scopes: { read: ACCOUNT_READ_SCOPES, write: ACCOUNT_SCOPE },
  group: 'Contact imports',
  example: 'Email,First name,City\nann@customer.example,Ann,Ghent\n',
  things: 'contacts',
  noun: 'contact import',
  setup: contactSetup,
  undoDays: UNDO_DAYS,
};
