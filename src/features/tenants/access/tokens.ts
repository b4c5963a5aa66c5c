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

/** Tokens that a person may have in an account at the same time. */
export const MAX_TOKENS = 100;
const LISTED_TOKENS = 1_000;
/** What tokens may do, as far as the role of their person allows it: the account API, and nothing else. */
const TOKEN_SCOPES = [SCOPES.account, SCOPES.accountRead];

/** A personal access token as it can be shown. */
export interface Token {
  readonly id: number;
  readonly prefix: string;
  readonly last4: string;
  readonly name: string;
  /** Undefined: it acts for the account itself. */
  readonly person: { readonly id: number; readonly name: string; readonly email: string } | undefined;
  /** False when its person has left the account: it lets nobody in. */
  readonly isMember: boolean;
  readonly createdAt: Date;
  /** At most a minute before its last use. */
  readonly lastUsedAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

/**
 * Makes a personal access token; `token` is told this once. Without a person it acts for the account itself. Throws
 * conflict when the person has a hundred that live, also when several are made at once.
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
      message: `The limit of ${MAX_TOKENS} access tokens per person is reached.`,
      fix: 'Revoke unused tokens. The list of access tokens shows when each token was last used.',
    });
  }
  const { id, key } = await createKey(tx, { accountId, kind: 'access_token', name, scopes: TOKEN_SCOPES, personId });
  const record = await findToken(tx, accountId, id);
  if (!record) throw new Error(`Token ${id} disappeared during the transaction`);
  return { record, token: key };
}

/** The thousand newest tokens of an account, or of one person in it, those that live first. */
export async function listTokens(db: Db, accountId: number, personId?: number): Promise<Token[]> {
  const rows =
    personId === undefined
      ? await tokensOfAccount(db, accountId, LISTED_TOKENS)
      : await tokensOfPerson(db, accountId, LISTED_TOKENS, personId);
  return rows.map(toToken);
}

/** A token of the account; undefined when it has none of that id. */
export async function findToken(db: Db, accountId: number, id: number): Promise<Token | undefined> {
  const [row] = await tokenById(db, accountId, id);
  return row && toToken(row);
}

/** Revokes a token; every process refuses it within a second. False when the account has none of that id. */
export async function revokeToken(db: Db, accountId: number, id: number): Promise<boolean> {
  return (await findToken(db, accountId, id)) !== undefined && revokeKey(db, accountId, id);
}

/** Revokes all tokens of a person, in every account, and notes it in the log of each; gives how many they were. */
export async function revokeTokensOfPerson(tx: Tx, person: Doer): Promise<number> {
  const ended = await revokeTokensOf(tx, person.id);
  for (const { account_id: accountId, last4, name, prefix } of ended) {
    const subject = `${name} (${prefix}...${last4})`;
    await recordAct(tx, { accountId, via: 'session', person }, { action: 'token.revoke', subject });
  }
  return ended.length;
}

/** The person of an address who belongs to the account; undefined when nobody does. */
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
