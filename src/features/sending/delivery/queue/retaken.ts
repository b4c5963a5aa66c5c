import type { Db } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import { missedStates } from '../outcomes/missed-queries.ts';
import type { Leases } from './leases.ts';
import type { Claim } from '../types.ts';

const MINUTE_MS = 60_000;
/** Processes are killed, and what they held is taken up again at once; so often that is no reason to think of the mail. */
const FREE_TIMES = 5;
/**
 * What comes after: put off for so long, then taken up once more, beside other mail than before. A mail that processes die
 * of is found by that, and those that were only held with it get through.
 */
const WAITS_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];
/** Taken up so often without an end, a mail is given up. */
export const GIVEN_UP_AT = FREE_TIMES + 2 * WAITS_MS.length + 1;
/** How long a mail stays away whose outcome is known and waits to be written. */
const KNOWN_MS = 5 * MINUTE_MS;
const UNREAD_MS = 1_000;

/** How long a mail is put off that was claimed so often without an end; undefined: not at all. Pure. */
export function putOffMs(taken: number, random: number): number | undefined {
  const over = taken - FREE_TIMES;
  if (over <= 0 || over % 2 === 0 || taken >= GIVEN_UP_AT) return undefined;
  // Spread widely, so that those that were held together part.
  return (WAITS_MS[(over - 1) / 2] ?? MINUTE_MS) * (0.5 + random);
}

/**
 * Claims that may be delivered: without those whose outcome is known already and could not be written, and those that are
 * put off because they were taken up again and again. Costs nothing where all were claimed for the first time.
 */
export async function sieve(
  parts: { readonly db: Db; readonly leases: Leases; readonly log: Log; readonly random: () => number },
  claims: readonly Claim[],
): Promise<readonly Claim[]> {
  const again = claims.filter(({ taken }) => taken > 1);
  if (again.length === 0) return claims;
  const away = new Map<Claim, number>();
  try {
    const known = await missedStates(
      parts.db,
      again.map(({ accountId }) => accountId),
      again.map(({ messageId }) => messageId),
      again.map(({ recipientNo }) => recipientNo),
    );
    for (const { position } of known) {
      const claim = again[position - 1];
      if (claim) away.set(claim, KNOWN_MS);
    }
  } catch (error) {
    parts.log.warn('It is not known whether mails that are claimed again have an outcome', { error });
    for (const claim of again) away.set(claim, UNREAD_MS);
  }
  for (const claim of again) {
    const delayMs = away.has(claim) ? undefined : putOffMs(claim.taken, parts.random());
    if (delayMs === undefined) continue;
    const { accountId, messageId, taken } = claim;
    parts.log.warn('A mail is put off: it was taken up again and again without an end', {
      accountId,
      messageId,
      taken,
    });
    away.set(claim, delayMs);
  }
  await parts.leases.putOff([...away.keys()], (claim) => away.get(claim) ?? 0);
  return claims.filter((claim) => !away.has(claim));
}
