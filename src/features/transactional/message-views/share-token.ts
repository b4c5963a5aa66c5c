import { randomText, sha256 } from '../../../base/crypto.ts';

/**
 * Number of random characters in a token. They have 190 bits of entropy and cannot be guessed, so a fast hash is
 * sufficient for storage.
 */
const SECRET_CHARACTERS = 32;
const TOKEN = /^([0-9a-z]{1,11})\.[A-Za-z0-9]{32}$/;
/** Matches no account, because IDs start at 1. */
const NO_ACCOUNT = 0;

/** Values for looking up a token. */
export interface ShareLookup {
  readonly accountId: number;
  readonly tokenHash: Buffer;
}

/** Creates a token for an account: `<number in base 36>.<32 characters>`. Only its SHA-256 hash may be stored. */
export function makeShareToken(accountId: number): { readonly token: string; readonly tokenHash: Buffer } {
  const token = `${accountId.toString(36)}.${randomText(SECRET_CHARACTERS)}`;
  return { token, tokenHash: sha256(token) };
}

/**
 * Returns the values for looking up a token. The values for an invalid token match nothing, so that valid and invalid
 * tokens take the same amount of work.
 */
export function lookupOf(token: string): ShareLookup {
  const accountId = Number.parseInt(TOKEN.exec(token)?.[1] ?? '', 36);
  return { accountId: Number.isSafeInteger(accountId) ? accountId : NO_ACCOUNT, tokenHash: sha256(token) };
}
