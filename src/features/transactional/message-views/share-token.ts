import { randomText, sha256 } from '../../../base/crypto.ts';

/** 190 bits: guessing is hopeless, so a fast hash is enough to store. */
const SECRET_CHARACTERS = 32;
const TOKEN = /^([0-9a-z]{1,11})\.[A-Za-z0-9]{32}$/;
/** Accounts are counted from 1. */
const NO_ACCOUNT = 0;

/** What a token is looked for with. */
export interface ShareLookup {
  readonly accountId: number;
  readonly tokenHash: Buffer;
}

/** A new token of an account, `<number in base 36>.<32 characters>`; only its SHA-256 is to be stored. */
export function makeShareToken(accountId: number): { readonly token: string; readonly tokenHash: Buffer } {
  const token = `${accountId.toString(36)}.${randomText(SECRET_CHARACTERS)}`;
  return { token, tokenHash: sha256(token) };
}

/** What to look for; for what is no token that is something which is never found, so that both take the same work. */
export function lookupOf(token: string): ShareLookup {
  const accountId = Number.parseInt(TOKEN.exec(token)?.[1] ?? '', 36);
  return { accountId: Number.isSafeInteger(accountId) ? accountId : NO_ACCOUNT, tokenHash: sha256(token) };
}
