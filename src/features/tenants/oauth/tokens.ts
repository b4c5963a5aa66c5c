import type { Clock } from '../../../base/clock.ts';
import { sha256 } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { bucketOf, type Principal } from '../../../http/principal.ts';
import { readMember, scopesOf } from '../people/index.ts';
import { holderOfToken } from './queries.ts';
import { scopesNow, type Audience } from './scopes.ts';

/** Prefixes that distinguish tokens from API keys and help secret scanners find leaked tokens. */
export const ACCESS_TOKEN_PREFIX = 'poa_';
export const REFRESH_TOKEN_PREFIX = 'por_';

/** Format of access tokens. Strings in other formats are not looked up. */
const ACCESS_TOKEN = new RegExp(`^${ACCESS_TOKEN_PREFIX}[\\w-]{20,100}$`);

/**
 * Maximum age of a cached lookup, in milliseconds. All processes apply removed grants and changed roles within one
 * second.
 */
const FRESH_MS = 500;
/** Maximum number of cached tokens. If the limit is exceeded, the oldest token is evicted. */
const MAX_REMEMBERED = 10_000;

/**
 * Authenticates access tokens for an audience. Returns undefined if the token is unknown, expired, or for another
 * audience.
 */
export interface TokenAuthenticator {
  /** Returns whether a bearer token has the prefix of access tokens. */
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
 * Creates an authenticator for access tokens. Each lookup reads the user's current role, which limits the token's
 * permissions. Rejects with the database's error if the database is unavailable.
 */
export function createTokenAuthenticator(db: Db, clock: Clock): TokenAuthenticator {
  const readings = new Map<string, Reading>();

  const look = (token: string): Promise<Holder | undefined> => {
    const idHash = sha256(token);
    const key = idHash.toString('base64');
    const known = readings.get(key);
    const ageMs = known ? clock.now() - known.readAtMs : Infinity;
    // A negative age means that the clock was set back. The cached lookup is then not used.
    if (known && ageMs >= 0 && ageMs < FRESH_MS) return known.holder;
    const holder = readHolder(db, idHash);
    readings.delete(key);
    const [oldest] = readings.keys();
    if (readings.size >= MAX_REMEMBERED && oldest !== undefined) readings.delete(oldest);
    readings.set(key, { holder, readAtMs: clock.now() });
    // A failed lookup is not cached, so that later requests try again.
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
