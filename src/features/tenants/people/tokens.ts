import { randomText, sha256 } from '../../../base/crypto.ts';
import type { Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import {
  dropTokensFor,
  insertToken,
  lockPerson,
  personOfToken,
  takeToken,
  type PersonRow,
  type TokenRow,
} from './queries.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** Purposes of tokens and their lifetimes in seconds. Each token can be used once. */
export const TOKEN_SECONDS = {
  'first start': 24 * HOUR_SECONDS,
  'password reset': HOUR_SECONDS,
  'address change': HOUR_SECONDS,
  'passkey sign-in': 5 * MINUTE_SECONDS,
  'new passkey': 5 * MINUTE_SECONDS,
} as const;

type Purpose = keyof typeof TOKEN_SECONDS;
/** Purposes of links in emails to users. */
type LinkPurpose = 'password reset' | 'address change';

/** 43 characters from an alphabet of 62 have 256 bits of entropy, so a fast hash is sufficient for storage. */
const TOKEN_CHARACTERS = 43;

/** The user, account, or email address to which a token refers. */
export interface Meaning {
  readonly personId?: number;
  readonly accountId?: number;
  readonly email?: string;
}

/** Creates a token, or stores the given string as a token. Stores only its SHA-256 hash. */
export async function issueToken(db: Db, purpose: Purpose, meaning: Meaning, given?: string): Promise<string> {
  const token = given ?? randomText(TOKEN_CHARACTERS);
  const { accountId = null, email = null, personId = null } = meaning;
  await insertToken(db, sha256(token), purpose, TOKEN_SECONDS[purpose], personId, accountId, email);
  return token;
}

/**
 * Creates a token for a link that is emailed to a user, and invalidates the user's earlier tokens with the same
 * purpose. Locks the user until the end of the transaction, so that of two concurrent calls, the second replaces the
 * token of the first.
 */
export async function issueOnlyToken(tx: Tx, purpose: LinkPurpose, personId: number, email?: string): Promise<string> {
  await lockPerson(tx, personId);
  await dropTokensFor(tx, personId, purpose);
  return issueToken(tx, purpose, { personId, ...(email !== undefined && { email }) });
}

/**
 * Uses the token of a user's link and locks the user until the end of the transaction. Throws not_found if the token is
 * unknown, used, or expired.
 */
export async function requirePersonByToken(
  tx: Tx,
  purpose: LinkPurpose,
  token: string,
): Promise<{ readonly person: PersonRow; readonly meaning: TokenRow }> {
  // Lock the user first, as `issueOnlyToken` does. Another order could deadlock.
  const [found] = await personOfToken(tx, sha256(token), purpose);
  const [person] = await lockPerson(tx, found?.person_id ?? 0);
  const meaning = await requireToken(tx, purpose, token);
  if (!person) throw deadLink();
  return { person, meaning };
}

/**
 * Uses a token and invalidates it. Returns the user, account, or email address of the token. Returns undefined if the
 * token is unknown, used, or expired.
 */
export async function spendToken(db: Db, purpose: Purpose, token: string): Promise<TokenRow | undefined> {
  const [row] = await takeToken(db, sha256(token), purpose);
  return row;
}

/** Uses a token. Throws not_found if the token is unknown, used, or expired. */
export async function requireToken(db: Db, purpose: Purpose, token: string): Promise<TokenRow> {
  const row = await spendToken(db, purpose, token);
  if (!row) throw deadLink();
  return row;
}

/** Returns the error for a link that was used or replaced, or that has expired. */
export function deadLink(): Refusal {
  return new Refusal('not_found', {
    message: 'This link has expired or was already used.',
    fix: 'Request a new link. Only the newest link works, and you can use it only once.',
  });
}
