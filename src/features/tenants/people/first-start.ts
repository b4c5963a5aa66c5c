import type { Db } from '../../../base/db.ts';
import { sha256 } from '../../../base/crypto.ts';
import { lockAccount, setSettings } from '../accounts/index.ts';
import { setFirstLanguage } from './language-queries.ts';
import { insertMembership, ownersWithCredential, updateRole } from './member-queries.ts';
import { hashNewPassword, setPassword } from './passwords.ts';
import type { PeopleParts } from './parts.ts';
import { createPerson, findPerson, updateProfile } from './people.ts';
import { accountOfToken } from './queries.ts';
import { startSession } from './sessions.ts';
import type { Caller, SignInAnswer } from './sign-in.ts';
import { deadLink, issueToken, requireToken } from './tokens.ts';

/**
 * Returns a token with which the operator can become the owner of the operator's account. Returns undefined if an owner
 * can already sign in.
 */
export async function issueFirstStart(db: Db, accountId: number): Promise<string | undefined> {
  if ((await ownersWithCredential(db, accountId)).length > 0) return undefined;
  return issueToken(db, 'first start', { accountId });
}

/**
 * Returns the initial values of the form that appears when the installation is first opened. Throws not_found for an
 * invalid link.
 */
export async function readFirstStart(
  { db }: Pick<PeopleParts, 'db'>,
  token: string,
): Promise<{ readonly email: string; readonly account_name: string | null }> {
  const [account] = await accountOfToken(db, sha256(token), 'first start');
  if (!account) throw deadLink();
  return { email: account.email, account_name: account.name };
}

/**
 * Creates the owner and signs the owner in. Throws not_found if the link is used, expired, or no longer needed, and
 * validation_error if the password is not allowed.
 */
export async function finishFirstStart(
  parts: PeopleParts,
  given: {
    readonly token: string;
    readonly name: string;
    readonly email: string | undefined;
    /** New name of the account. If undefined, the name stays the same. */
    readonly accountName: string | undefined;
    readonly password: string;
  },
  caller: Caller,
): Promise<SignInAnswer> {
  const { cookies, db } = parts;
  const person = { name: given.name, email: given.email ?? '' };
  const passwordHash = await hashNewPassword(parts, given.password, person);
  return db.transaction(async (tx) => {
    const { account_id: accountId } = await requireToken(tx, 'first start', given.token);
    const account = accountId === null ? undefined : await lockAccount(tx, accountId);
    // If several links were printed, only one of them can be used.
    if (!account || (await ownersWithCredential(tx, account.id)).length > 0) throw deadLink();
    const email = given.email ?? account.email.toLowerCase();
    const known = await findPerson(tx, email);
    const { id } = known ?? (await createPerson(tx, { name: given.name, email }));
    if (known) await updateProfile(tx, id, { name: given.name });
    await setFirstLanguage(tx, id, caller.language);
    await insertMembership(tx, account.id, id, 'owner');
    await updateRole(tx, account.id, id, 'owner');
    await setPassword(tx, id, passwordHash);
    if (given.accountName !== undefined) {
      await setSettings(tx, account.id, { name: given.accountName, timezone: account.timezone });
    }
    const session = await startSession(tx, cookies, id, { origin: caller.origin, accountId: account.id });
    return { status: 'signed_in', cookies: [session.cookie] };
  });
}
