import { hash } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { bucketOf, type Authenticate, type Person, type Principal } from '../../../http/principal.ts';
import { SCOPES_OF_ROLE } from './keys.ts';
import { callersByHash, type CallerRow } from './queries.ts';

/**
 * Maximum age of a cached lookup, in milliseconds. Together with the earlier refresh (REFRESH_MS), it ensures that all
 * processes apply changes to keys within one second.
 */
const FRESH_MS = 500;
/**
 * Age in milliseconds at which the cached lookup of an active key is refreshed in the background, so that requests do
 * not wait for lookups while the key is in constant use.
 */
const REFRESH_MS = 250;
/**
 * Maximum number of cached lookups, separately for existing and for nonexistent keys, so that requests with random keys
 * cannot evict existing keys.
 */
const MAX_REMEMBERED = 10_000;
/** Maximum number of keys that one statement looks up. */
const MAX_LOOKUP = 500;

/** Result of a key lookup, and the time when the lookup started. */
interface Reading {
  readonly principal: Principal | undefined;
  readonly readAtMs: number;
}

interface Lookup {
  readonly promise: Promise<Principal | undefined>;
  readonly resolve: (principal: Principal | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export interface Callers {
  readonly ofKey: Authenticate;
  /** Authenticates a key by its SHA-256 hash, for callers that do not have the key itself. */
  readonly ofHash: (keyHash: Uint8Array) => Promise<Principal | undefined>;
}

/** Returns only the function `ofKey` of `createCallers`. */
export function createAuthenticator(db: Db, clock: Clock): Authenticate {
  return createCallers(db, clock).ofKey;
}

/**
 * Returns functions that look up callers by the SHA-256 hash of their key. Lookups in the same event loop iteration
 * share one statement. They reject with the database error if the database is unavailable, so that an outage is never
 * reported as an invalid key. `onUsed` receives the IDs of keys that authenticated a caller, several times per second
 * for a key in use.
 */
export function createCallers(db: Db, clock: Clock, onUsed: (keyIds: readonly number[]) => void = () => {}): Callers {
  const known = new Map<string, Reading>();
  const unknown = new Map<string, Reading>();
  const inProgress = new Map<string, Lookup>();
  let waiting: string[] = [];

  return {
    ofKey: (token) => find(hash('sha256', token, 'binary')),
    ofHash: (keyHash) => find(Buffer.from(keyHash).toString('latin1')),
  };

  /** Looks up a key by its hash. `keyHash` has one character per byte, so that it is a compact map key. */
  function find(keyHash: string): Promise<Principal | undefined> {
    const reading = known.get(keyHash) ?? unknown.get(keyHash);
    const ageMs = reading ? clock.now() - reading.readAtMs : Infinity;
    // A negative age means that the clock was set back. The cached lookup is then not used.
    if (!reading || ageMs < 0 || ageMs >= FRESH_MS) return lookUp(keyHash).promise;
    if (ageMs >= REFRESH_MS && reading.principal) {
      // If the refresh fails, the cached result expires, and the next caller gets the error.
      lookUp(keyHash).promise.catch(() => {});
    }
    return Promise.resolve(reading.principal);
  }

  function lookUp(keyHash: string): Lookup {
    const existing = inProgress.get(keyHash);
    if (existing) return existing;
    const lookup: Lookup = Promise.withResolvers<Principal | undefined>();
    inProgress.set(keyHash, lookup);
    waiting.push(keyHash);
    if (waiting.length === 1) setImmediate(readWaiting);
    return lookup;
  }

  function readWaiting(): void {
    const hashes = waiting;
    waiting = [];
    for (let start = 0; start < hashes.length; start += MAX_LOOKUP) void read(hashes.slice(start, start + MAX_LOOKUP));
  }

  async function read(hashes: readonly string[]): Promise<void> {
    const readAtMs = clock.now();
    try {
      const rows = await callersByHash(
        db,
        hashes.map((keyHash) => Buffer.from(keyHash, 'latin1')),
      );
      const found = new Map(rows.map((row) => [row.key_hash.toString('latin1'), toPrincipal(row)]));
      for (const keyHash of hashes) settle(keyHash, { principal: found.get(keyHash), readAtMs });
      onUsed(rows.map(({ id }) => id));
    } catch (error) {
      for (const keyHash of hashes) {
        inProgress.get(keyHash)?.reject(error);
        inProgress.delete(keyHash);
      }
    }
  }

  function settle(keyHash: string, reading: Reading): void {
    known.delete(keyHash);
    unknown.delete(keyHash);
    remember(reading.principal ? known : unknown, keyHash, reading);
    inProgress.get(keyHash)?.resolve(reading.principal);
    inProgress.delete(keyHash);
  }
}

function remember(readings: Map<string, Reading>, keyHash: string, reading: Reading): void {
  if (readings.size >= MAX_REMEMBERED) {
    const [oldest] = readings.keys();
    if (oldest !== undefined) readings.delete(oldest);
  }
  readings.set(keyHash, reading);
}

function toPrincipal(row: CallerRow): Principal {
  const person = personOf(row);
  const allowed = person && new Set(SCOPES_OF_ROLE[person.role]);
  return {
    accountId: row.account_id,
    via: row.kind === 'api_key' ? 'key' : 'token',
    person,
    keyId: row.id,
    rateBucket: person ? bucketOf(person.id, 'token') : row.id,
    scopes: new Set(allowed ? row.scopes.filter((scope) => allowed.has(scope)) : row.scopes),
    domain: row.domain ?? undefined,
    rate: { perSecond: row.rate_per_second ?? undefined, perMinute: row.rate_per_minute ?? undefined },
    account: {
      email: row.email,
      plan: row.plan,
      isOperator: row.is_operator,
      transactionalEnabled: row.transactional_enabled,
      pausedAt: row.paused_at ?? undefined,
      pauseReason: row.pause_reason ?? undefined,
      quota: {
        monthlyLimit: row.monthly_limit ?? undefined,
        dailyLimit: row.daily_quota ?? undefined,
        counters: { day: row.day, monthUsed: row.month_used, dayUsed: row.day_used },
      },
    },
  };
}

/**
 * Returns the owner of the token, with the owner's current role. Returns undefined if the token belongs to the account.
 */
function personOf({ person_email, person_id, person_name, role }: CallerRow): Person | undefined {
  if (person_id === null || person_name === null || person_email === null || role === null) return undefined;
  return { id: person_id, name: person_name, email: person_email, role };
}
