import type { Database } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { Person, Principal } from '../../../http/principal.ts';
import { createToken, findToken, listTokens, revokeToken, type Token } from '../access/index.ts';
import { recordAct } from '../accounts/index.ts';
import type { tokenSchema } from './token-docs.ts';

/** Roles that can list and revoke other users' tokens. */
const OVERSEERS: ReadonlySet<string> = new Set(['owner', 'admin']);

/**
 * Returns the caller's tokens. If `ofEverybody` is set, returns the tokens of everyone in the account, or throws
 * forbidden if the caller's role does not allow this.
 */
export async function listVisibleTokens(db: Database, principal: Principal, ofEverybody: boolean) {
  const person = personOf(principal);
  if (ofEverybody && !OVERSEERS.has(person.role)) throw notYours();
  return (await listTokens(db, principal.accountId, ofEverybody ? undefined : person.id)).map(presentToken);
}

/**
 * Creates a token for the caller. The token appears only in this response. Throws conflict if the caller has 100 active
 * tokens.
 */
export async function makeToken(db: Database, principal: Principal, name: string) {
  const { accountId } = principal;
  const personId = personOf(principal).id;
  return db.transaction(async (tx) => {
    const { record, token } = await createToken(tx, { accountId, personId, name });
    await recordAct(tx, principal, { action: 'token.create', subject: labelOf(record) });
    return { ...presentToken(record), token };
  });
}

/**
 * Revokes a token of the caller. Owners and admins can revoke any token in the account. Has no effect if the token is
 * already revoked. Throws not_found if the token does not exist or the caller may not see it.
 */
export async function endToken(db: Database, principal: Principal, givenId: string | undefined): Promise<void> {
  const person = personOf(principal);
  const id = objectIdOf(givenId);
  await db.transaction(async (tx) => {
    const token = await findToken(tx, principal.accountId, id);
    const isVisible = token && (token.person?.id === person.id || OVERSEERS.has(person.role));
    if (!isVisible) throw new Refusal('not_found', { message: 'The account has no access token with this ID.' });
    if (token.revokedAt) return;
    await revokeToken(tx, principal.accountId, id);
    await recordAct(tx, principal, { action: 'token.revoke', subject: labelOf(token) });
  });
}

/** Returns the signed-in user. Throws forbidden for other callers, because personal access tokens belong to users. */
function personOf({ person }: Principal): Person {
  if (person) return person;
  throw new Refusal('forbidden', { message: 'Only signed-in users can have access tokens.' });
}

function notYours(): Refusal {
  return new Refusal('forbidden', { message: 'Only owners and admins can see the access tokens of other members.' });
}

function presentToken(token: Token): AnswerOf<typeof tokenSchema> {
  return {
    id: token.id,
    name: token.name,
    prefix: token.prefix,
    last4: token.last4,
    person: token.person ?? null,
    is_member: token.isMember,
    created_at: token.createdAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
  };
}

/** Returns the label by which users recognize a token. The audit log never contains more of the token. */
function labelOf({ last4, name, prefix }: Token): string {
  return `${name} (${prefix}...${last4})`;
}
