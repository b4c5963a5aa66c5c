import type { Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { lockAccount, recordAct, type Doer } from '../accounts/index.ts';
import { createKey, revokeKey, SCOPES } from './keys.ts';
import {
  countTokens,
  memberByEmail,
  revokeTokensOf,
  tokenById,
  tokensOfAccount,
  tokensOfPerson,
  type TokenRow,
} from './token-queries.ts';

/** Maximum number of active tokens per user and account. */
export const MAX_TOKENS = 100;
const LISTED_TOKENS = 1_000;
/**
 * Scopes of personal access tokens. A token can use only the account API, within the permissions of the user's role.
 */
const TOKEN_SCOPES = [SCOPES.account, SCOPES.accountRead];

/** A personal access token without its secret. */
export interface Token {
  readonly id: number;
  readonly prefix: string;
  readonly last4: string;
  readonly name: string;
  /** Undefined if the token acts for the account itself. */
  readonly person: { readonly id: number; readonly name: string; readonly email: string } | undefined;
  /** False if the user has left the account. The token is then rejected. */
  readonly isMember: boolean;
  readonly createdAt: Date;
  /** Time of the last use. The actual time may be up to one minute later. */
  readonly lastUsedAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

/**
 * Creates a personal access token. The returned `token` is the only copy. Without a user, the token acts for the
 * account itself. Throws conflict if the user has 100 active tokens, even if tokens are created concurrently.
 */
export async function createToken(
  tx: Tx,
  wanted: { readonly accountId: number; readonly personId: number | undefined; readonly name: string },
): Promise<{ readonly record: Token; readonly token: string }> {
  const { accountId, name, personId } = wanted;
  await lockAccount(tx, accountId);
  const [counted] = await countTokens(tx, accountId, personId ?? null);
  if ((counted?.tokens ?? 0) >= MAX_TOKENS) {
    throw new Refusal('conflict', {
      message: `The limit of ${MAX_TOKENS} access tokens per user is reached.`,
      fix: 'Revoke unused tokens. The list of access tokens shows when each token was last used.',
    });
  }
  const { id, key } = await createKey(tx, { accountId, kind: 'access_token', name, scopes: TOKEN_SCOPES, personId });
  const record = await findToken(tx, accountId, id);
  if (!record) throw new Error(`Token ${id} disappeared during the transaction`);
  return { record, token: key };
}

/**
 * Returns the 1,000 newest tokens of an account, active tokens first. If a user is given, returns only that user's
 * tokens.
 */
export async function listTokens(db: Db, accountId: number, personId?: number): Promise<Token[]> {
  const rows =
    personId === undefined
      ? await tokensOfAccount(db, accountId, LISTED_TOKENS)
      : await tokensOfPerson(db, accountId, LISTED_TOKENS, personId);
  return rows.map(toToken);
}

/** Returns a token of the account, or undefined if the account has no token with this ID. */
export async function findToken(db: Db, accountId: number, id: number): Promise<Token | undefined> {
  const [row] = await tokenById(db, accountId, id);
  return row && toToken(row);
}

/**
 * Revokes a token. All processes reject it within one second. Returns false if the account has no token with this ID.
 */
export async function revokeToken(db: Db, accountId: number, id: number): Promise<boolean> {
  return (await findToken(db, accountId, id)) !== undefined && revokeKey(db, accountId, id);
}

/**
 * Revokes a user's tokens in all accounts, and records each revocation in the account's audit log. Returns the number
 * of revoked tokens.
 */
export async function revokeTokensOfPerson(tx: Tx, person: Doer): Promise<number> {
  const ended = await revokeTokensOf(tx, person.id);
  for (const { account_id: accountId, last4, name, prefix } of ended) {
    const subject = `${name} (${prefix}...${last4})`;
    await recordAct(tx, { accountId, via: 'session', person }, { action: 'token.revoke', subject });
  }
  return ended.length;
}

/** Returns the ID of the member with this email address, or undefined if no member has it. */
export async function findMember(db: Db, accountId: number, email: string): Promise<number | undefined> {
  return (await memberByEmail(db, accountId, email))[0]?.id;
}

function toToken(row: TokenRow): Token {
  const { person_email: email, person_id: id, person_name: name } = row;
  return {
    id: row.id,
    prefix: row.prefix,
    last4: row.last4,
    name: row.name,
    person: id === null || name === null || email === null ? undefined : { id, name, email },
    isMember: row.is_member,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  };
}
