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

/** What tokens are for, and how long they are good; each for once. */
export const TOKEN_SECONDS = {
  'first start': 24 * HOUR_SECONDS,
  'password reset': HOUR_SECONDS,
  'address change': HOUR_SECONDS,
  'passkey sign-in': 5 * MINUTE_SECONDS,
  'new passkey': 5 * MINUTE_SECONDS,
} as const;

type Purpose = keyof typeof TOKEN_SECONDS;
/** What links in mails to a person are for. */
type LinkPurpose = 'password reset' | 'address change';

/** 43 characters of 62 hold 256 bits: a fast hash is enough to store. */
const TOKEN_CHARACTERS = 43;

/** What a token stands for. */
export interface Meaning {
  readonly personId?: number;
  readonly accountId?: number;
  readonly email?: string;
}

/** Makes a token, or takes the given text for one; only its SHA-256 is stored. */
export async function issueToken(db: Db, purpose: Purpose, meaning: Meaning, given?: string): Promise<string> {
  const token = given ?? randomText(TOKEN_CHARACTERS);
  const { accountId = null, email = null, personId = null } = meaning;
  await insertToken(db, sha256(token), purpose, TOKEN_SECONDS[purpose], personId, accountId, email);
  return token;
}

/**
 * Makes the token of a link for a person, after which earlier ones of the sort are worth nothing. Holds the person until
 * the end of the transaction: of two who ask at once, the second takes the place of the first.
 */
export async function issueOnlyToken(tx: Tx, purpose: LinkPurpose, personId: number, email?: string): Promise<string> {
  await lockPerson(tx, personId);
  await dropTokensFor(tx, personId, purpose);
  return issueToken(tx, purpose, { personId, ...(email !== undefined && { email }) });
}

/** Spends the token of a person's link, and holds the person until the end of the transaction. Throws not_found. */
export async function requirePersonByToken(
  tx: Tx,
  purpose: LinkPurpose,
  token: string,
): Promise<{ readonly person: PersonRow; readonly meaning: TokenRow }> {
  // The person first, as whoever asks for another link does: in another order each could wait for the other.
  const [found] = await personOfToken(tx, sha256(token), purpose);
  const [person] = await lockPerson(tx, found?.person_id ?? 0);
  const meaning = await requireToken(tx, purpose, token);
  if (!person) throw deadLink();
  return { person, meaning };
}

/** What the token stands for; it is worth nothing afterwards. Undefined when it is unknown, used or too old. */
export async function spendToken(db: Db, purpose: Purpose, token: string): Promise<TokenRow | undefined> {
  const [row] = await takeToken(db, sha256(token), purpose);
  return row;
}

/** The same, refusing what cannot be spent. */
export async function requireToken(db: Db, purpose: Purpose, token: string): Promise<TokenRow> {
  const row = await spendToken(db, purpose, token);
  if (!row) throw deadLink();
  return row;
}

/** The answer to a link that was used, replaced, or is too old. */
export function deadLink(): Refusal {
  return new Refusal('not_found', {
    message: 'This link has expired or was already used.',
    fix: 'Request a new link. Only the newest link works, and you can use it only once.',
  });
}
