import type { Clock } from '../../../base/clock.ts';
import { sha256 } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { bucketOf, type Principal } from '../../../http/principal.ts';
import { readMember, scopesOf } from '../people/index.ts';
import { holderOfToken } from './queries.ts';
import { scopesNow, type Audience } from './scopes.ts';

/** What tokens begin with, so that they are told from keys, and found by scanners of secrets. */
export const ACCESS_TOKEN_PREFIX = 'poa_';
export const REFRESH_TOKEN_PREFIX = 'por_';

/** What an access token looks like; nothing else is looked up. */
const ACCESS_TOKEN = new RegExp(`^${ACCESS_TOKEN_PREFIX}[\\w-]{20,100}$`);

/** How long a look-up is believed: a removal or another role is seen by every process within a second. */
const FRESH_MS = 500;
/** Tokens remembered; the oldest gives way. */
const MAX_REMEMBERED = 10_000;

/** Looks up who calls with an access token at an audience; undefined when the token is none, has ended, or is for another. */
export interface TokenAuthenticator {
  /** Whether a bearer token is of this kind at all. */
  covers(token: string): boolean;
  authenticate(token: string, audience: Audience): Promise<Principal | undefined>;
}

interface Holder {
  readonly principal: Principal;
  readonly audience: Audience;
}

interface Reading {
  readonly holder: Promise<Holder | undefined>;
  readonly readAtMs: number;
}

/**
 * Recognises access tokens. The role of the person is read with each look-up, so a token never does more than its person
 * may do now. Rejects with the database's error when it is away.
 */
export function createTokenAuthenticator(db: Db, clock: Clock): TokenAuthenticator {
  const readings = new Map<string, Reading>();

  const look = (token: string): Promise<Holder | undefined> => {
    const idHash = sha256(token);
    const key = idHash.toString('base64');
    const known = readings.get(key);
    const ageMs = known ? clock.now() - known.readAtMs : Infinity;
    // A clock that was set back makes the age negative; then it says nothing.
    if (known && ageMs >= 0 && ageMs < FRESH_MS) return known.holder;
    const holder = readHolder(db, idHash);
    readings.delete(key);
    const [oldest] = readings.keys();
    if (readings.size >= MAX_REMEMBERED && oldest !== undefined) readings.delete(oldest);
    readings.set(key, { holder, readAtMs: clock.now() });
    // Nobody is refused because of what could not be read a moment ago.
    holder.catch(() => readings.delete(key));
    return holder;
  };

  return {
    covers: (token) => token.startsWith(ACCESS_TOKEN_PREFIX),
    async authenticate(token, audience) {
      if (!ACCESS_TOKEN.test(token)) return undefined;
      const holder = await look(token);
      return holder?.audience === audience ? holder.principal : undefined;
    },
  };
}

async function readHolder(db: Db, idHash: Buffer): Promise<Holder | undefined> {
  const [row] = await holderOfToken(db, idHash);
  const member = row && (await readMember(db, row.person_id, row.account_id));
  if (!member) return undefined;
  return {
    audience: row.audience,
    principal: {
      accountId: row.account_id,
      via: 'oauth',
      person: member.person,
      rateBucket: bucketOf(member.person.id, 'token'),
      scopes: scopesNow(row.scopes, [...scopesOf(member)]),
      domain: undefined,
      rate: member.rate,
      account: member.account,
    },
  };
}
