import { randomText, sha256 } from '../../../base/crypto.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { storable } from '../../../base/stored-text.ts';
import { bucketOf, type Principal, type Rate, type Sessions } from '../../../http/principal.ts';
import { SESSION_DAYS, type Cookies } from './cookies.ts';
import { scopesOf, toMember } from './members.ts';
import { insertSession, memberBySession, touchSession } from './queries.ts';

/** How long a look-up is believed: a removal is seen by every process within a second. */
const FRESH_MS = 500;
/** Sessions remembered; the oldest gives way. Only cookies with our signature are looked up at all. */
const MAX_REMEMBERED = 10_000;
/** How exactly is known when a session was last used: a statement each request would cost more than it tells. */
const TOUCH_AFTER_SECONDS = 300;
/** Requests of a person's pages: one page asks several things at once. */
const SESSION_RATE: Rate = { perSecond: 50, perMinute: 1_200 };
const TOKEN_CHARACTERS = 32;
const MAX_AGENT_CHARACTERS = 300;

/** Where a session was begun. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string | undefined;
}

/**
 * Begins a session of a person, in the given account or else where they acted last; gives the Set-Cookie header of it.
 * The token is new each time, whatever cookie the caller came with, so that nobody can be made to use a known one.
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

/** What is kept of where a session comes from. */
export function shownOrigin(origin: Origin | undefined): { address: string | null; agent: string | null } {
  const agent = origin?.userAgent && storable(origin.userAgent.slice(0, MAX_AGENT_CHARACTERS));
  return { address: origin?.address || null, agent: agent || null };
}

interface Reading {
  readonly caller: Promise<Principal | undefined>;
  readonly readAtMs: number;
}

/**
 * Recognises sessions by their cookie. What was read is believed for half a second, and requests of one moment share one
 * statement. Rejects with the database's error when it is away.
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
      // Nobody waits for it, and the next request of the session tries again.
      touchSession(db, row.session_id, SESSION_DAYS, TOUCH_AFTER_SECONDS).catch((error: unknown) =>
        log.warn('Last use of a session could not be saved', { error }),
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
        // The next request asks anew.
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
