import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import type { ImportPlace } from '../../tenants/imports/index.ts';
import { KIND } from './kind.ts';
import { UNDO_DAYS } from './limits.ts';
import { contactSetup } from './setup.ts';

/** Path, scopes and setup of contact imports in the account API. */
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
