import type { Db } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import { missedStates } from '../outcomes/missed-queries.ts';
import { startsOf, noteWaited } from './start-queries.ts';
import type { Leases } from './leases.ts';
import { isSuspect, keysOf } from './suspects.ts';
import type { Claim } from '../types.ts';

const MINUTE_MS = 60_000;
/** Delays, in milliseconds, of a suspect message after each recorded crash. */
const WAITS_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];
/** Number of recorded crashes after which a message fails. The first `FREE_TIMES` claims are not recorded. */
export const MAX_DEATHS = WAITS_MS.length + 1;
/** Delay, in milliseconds, of a message whose outcome is known but not yet stored. */
const KNOWN_MS = 5 * MINUTE_MS;
const UNREAD_MS = 1_000;

/** The decision about a suspect message: send it (`go`), fail it (`give up`), or wait. */
export type Verdict = 'go' | 'give up' | { readonly waitMs: number };

/**
 * Returns the decision for a value of `delivery.begun`, which is odd if a process died while processing the message.
 * Pure.
 */
export function verdictOf(begun: number, random: number): Verdict {
  if (begun % 2 === 0) return 'go';
  const waitMs = WAITS_MS[(begun - 1) / 2];
  // The large jitter separates messages that were leased together.
  return waitMs === undefined ? 'give up' : { waitMs: waitMs * (0.5 + random) };
}

interface SieveParts {
  readonly db: Db;
  readonly leases: Leases;
  readonly log: Log;
  readonly random: () => number;
}

/**
 * Returns the claims that may be delivered. Excludes claims with a known outcome that has not been written, and claims
 * that must wait because processes died while processing them. Executes no statement if all messages were claimed for
 * the first time.
 */
export async function sieve(parts: SieveParts, claims: readonly Claim[]): Promise<readonly Claim[]> {
  const again = claims.filter(({ taken }) => taken > 1);
  if (again.length === 0) return claims;
  const away = new Map<Claim, number>();
  try {
    for (const claim of await knownOf(parts.db, again)) away.set(claim, KNOWN_MS);
    await judgeSuspects(
      parts,
      again.filter((claim) => !away.has(claim) && isSuspect(claim)),
      away,
    );
  } catch (error) {
    parts.log.warn('Results of reclaimed messages could not be read', { error });
    for (const claim of again) away.set(claim, UNREAD_MS);
  }
  await parts.leases.release(
    [...away].map(([claim, delayMs]) => ({ claim, delayMs, isStopped: false, isCounted: true })),
  );
  return claims.filter((claim) => !away.has(claim));
}

/** Returns the claims whose outcome is known but has not been written. */
async function knownOf(db: Db, claims: readonly Claim[]): Promise<Claim[]> {
  const [accountIds, messageIds, recipientNos] = keysOf(claims);
  const known = await missedStates(db, accountIds, messageIds, recipientNos);
  return known.flatMap(({ position }) => claims[position - 1] ?? []);
}

async function judgeSuspects({ db, log, random }: SieveParts, suspects: readonly Claim[], away: Map<Claim, number>) {
  if (suspects.length === 0) return;
  const waiting: Claim[] = [];
  for (const { begun, position } of await startsOf(db, ...keysOf(suspects))) {
    const claim = suspects[position - 1];
    const verdict = verdictOf(begun, random());
    if (!claim || verdict === 'go') continue;
    if (verdict === 'give up') {
      claim.isExpired = true;
      continue;
    }
    const { accountId, messageId, taken } = claim;
    log.warn('Message deferred because delivery processes ended unexpectedly while processing it', {
      accountId,
      messageId,
      taken,
    });
    waiting.push(claim);
    away.set(claim, verdict.waitMs);
  }
  if (waiting.length > 0) await noteWaited(db, ...keysOf(waiting));
}
