import { randomText, sha256 } from '../../../base/crypto.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { storable } from '../../../base/stored-text.ts';
import { bucketOf, type Principal, type Rate, type Sessions } from '../../../http/principal.ts';
import { SESSION_DAYS, type Cookies } from './cookies.ts';
import { scopesOf, toMember } from './members.ts';
import { insertSession, memberBySession, touchSession } from './queries.ts';

/** Maximum age of a cached lookup, in milliseconds. All processes reject removed sessions within one second. */
const FRESH_MS = 500;
/**
 * Maximum number of cached sessions. The oldest entry is evicted. Only cookies with a valid signature are looked up.
 */
const MAX_REMEMBERED = 10_000;
/** Precision of the recorded last use, in seconds. Writing it on every request would be too expensive. */
const TOUCH_AFTER_SECONDS = 300;
/** Rate limit for a user's dashboard requests. It is high, because a page sends several requests at once. */
const SESSION_RATE: Rate = { perSecond: 50, perMinute: 1_200 };
const TOKEN_CHARACTERS = 32;
const MAX_AGENT_CHARACTERS = 300;

/** The client from which a session was started. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string | undefined;
}

/**
 * Starts a session in the given account, or else in the account that the user used last or joined first. Returns the
 * Set-Cookie header and the account. The token is always new, whatever cookie the request contained, to prevent session
 * fixation.
 */
export async function startSession(
  db: Db,
  cookies: Cookies,
  personId: number,
  begun: { readonly origin?: Origin | undefined; readonly accountId?: number } = {},
): Promise<{ readonly cookie: string; readonly accountId: number | undefined }> {
  const token = randomText(TOKEN_CHARACTERS);
  const { address, agent } = shownOrigin(begun.origin);
  const hash = sha256(token);
  const [row] = await insertSession(db, personId, hash, SESSION_DAYS, address, agent, begun.accountId ?? null);
  return { cookie: cookies.set(token), accountId: row?.account_id ?? undefined };
}

/** Returns the IP address and the user agent of a client as they are stored with a session. */
export function shownOrigin(origin: Origin | undefined): { address: string | null; agent: string | null } {
  const agent = origin?.userAgent && storable(origin.userAgent.slice(0, MAX_AGENT_CHARACTERS));
  return { address: origin?.address || null, agent: agent || null };
}

interface Reading {
  readonly caller: Promise<Principal | undefined>;
  readonly readAtMs: number;
}

/**
 * Returns a function that authenticates sessions by their cookie. It caches lookups for half a second. Concurrent
 * requests share one statement. Rejects with the database's error if the database is unavailable.
 */
export function sessionsOf(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly cookies: Cookies;
}): Sessions {
  const { clock, cookies, db, log } = parts;
  const readings = new Map<string, Reading>();

  async function read(token: string): Promise<Principal | undefined> {
    const [row] = await memberBySession(db, sha256(token));
    if (!row) return undefined;
    if (row.used_seconds_ago >= TOUCH_AFTER_SECONDS) {
      // The request does not wait for this write. If it fails, the session's next request tries again.
      touchSession(db, row.session_id, SESSION_DAYS, TOUCH_AFTER_SECONDS).catch((error: unknown) =>
        log.warn('Last-used time of a session could not be saved', { error }),
      );
    }
    const member = toMember(row);
    return {
      accountId: row.account_id,
      via: 'session',
      person: member.person,
      rateBucket: bucketOf(row.person_id, 'session'),
      scopes: scopesOf(member),
      domain: undefined,
      rate: SESSION_RATE,
      account: member.account,
    };
  }

  return {
    hasCookie: (header) => cookies.isPresent(header),
    authenticate(header) {
      const token = cookies.tokenOf(header);
      if (token === undefined) return Promise.resolve(undefined);
      const known = readings.get(token);
      const ageMs = known ? clock.now() - known.readAtMs : Infinity;
      if (known && ageMs >= 0 && ageMs < FRESH_MS) return known.caller;
      const reading = { caller: read(token), readAtMs: clock.now() };
      readings.delete(token);
      makeRoom(readings);
      readings.set(token, reading);
      reading.caller.catch(() => {
        // A failed lookup is not cached, so the next request tries again.
        if (readings.get(token) === reading) readings.delete(token);
      });
      return reading.caller;
    },
    forget(header) {
      const token = cookies.tokenOf(header);
      if (token !== undefined) readings.delete(token);
    },
  };
}

function makeRoom(readings: Map<string, Reading>): void {
  if (readings.size < MAX_REMEMBERED) return;
  const [oldest] = readings.keys();
  if (oldest !== undefined) readings.delete(oldest);
}
