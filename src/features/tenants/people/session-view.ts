import type { Principal } from '../../../http/principal.ts';
import { readAccount, standingOf } from '../accounts/index.ts';
import { accountsOfPerson } from './member-queries.ts';
import { personOf } from './members.ts';
import type { PeopleParts } from './parts.ts';
import { passkeysOf } from './passkey-queries.ts';
import { requirePerson } from './passwords.ts';
import { presentSession } from './present.ts';

/** Accounts of one person that are listed. */
const MAX_ACCOUNTS = 200;

/** What pages need to know at their start. */
export async function readSession(
  parts: PeopleParts,
  principal: Principal,
): Promise<ReturnType<typeof presentSession>> {
  const { baseUrl, db, facts } = parts;
  const { id, role } = personOf(principal);
  const [person, passkeys, accounts, account] = await Promise.all([
    requirePerson(parts, id),
    passkeysOf(db, id),
    accountsOfPerson(db, id, MAX_ACCOUNTS),
    readAccount(db, principal.accountId),
  ]);
  return presentSession({
    principal,
    person: { id, name: person.name, email: person.email, role },
    hasTwoFactor: person.two_factor_enabled,
    passkeys: passkeys.length,
    account: { name: account?.name ?? principal.account.email, status: account ? standingOf(account) : 'active' },
    accounts,
    baseUrl: baseUrl(),
    facts,
  });
}
