import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import type { Log } from '../../base/log.ts';
import type { EmailAddress } from '../../mail/address.ts';
import { claimDue, setDue, type ClaimRow } from './queries.ts';
import type { Claim } from './types.ts';

/** A killed worker's mail is taken over after at most this and the poll: within 30 s. */
const LEASE_MS = 25_000;
const RENEW_EVERY_MS = 8_000;
/** Nothing is sent on a lease that ends this soon: another worker might begin before we are done. */
const SAFETY_MS = 5_000;

/** The rows that this process holds. */
export interface Leases {
  readonly size: number;
  /** Leases up to `limit` due rows. */
  claim(limit: number): Promise<Claim[]>;
  /** True while the lease is sure to hold for some seconds more; false means that the row may be another's now. */
  isSafe(claim: Claim): boolean;
  /** Forgets a row that was finished. */
  finished(claim: Claim): void;
  /** Gives rows back, due again in `delayMs`; a lost database only means that the lease runs out instead. */
  release(claims: readonly Claim[], delayMs: number): Promise<void>;
  /** Stops renewing. */
  close(): void;
}

/** Leases over `db`, renewed in the background for as long as rows are held. */
export function createLeases(db: Db, clock: Clock, log: Log): Leases {
  const held = new Map<string, { readonly claim: Claim; untilMs: number }>();

  const timer = setInterval(() => void renew(), RENEW_EVERY_MS);

  async function renew(): Promise<void> {
    const entries = [...held.values()];
    if (entries.length === 0) return;
    const startedAt = clock.now();
    try {
      await setDueIn(
        db,
        entries.map((entry) => entry.claim),
        LEASE_MS,
      );
      for (const entry of entries) entry.untilMs = startedAt + LEASE_MS;
    } catch (error) {
      log.warn('Leases not renewed', { held: entries.length, error: (error as Error).message });
    }
  }

  return {
    get size() {
      return held.size;
    },
    async claim(limit) {
      const startedAt = clock.now();
      const rows = await claimDue(db, limit, LEASE_MS / 1000);
      const claims = rows.map(toClaim);
      for (const claim of claims) held.set(keyOf(claim), { claim, untilMs: startedAt + LEASE_MS });
      return claims;
    },
    isSafe(claim) {
      const entry = held.get(keyOf(claim));
      return entry?.claim === claim && clock.now() < entry.untilMs - SAFETY_MS;
    },
    finished(claim) {
      const key = keyOf(claim);
      if (held.get(key)?.claim === claim) held.delete(key);
    },
    async release(claims, delayMs) {
      if (claims.length === 0) return;
      for (const claim of claims) held.delete(keyOf(claim));
      try {
        await setDueIn(db, claims, delayMs);
      } catch (error) {
        log.warn('Rows not given back; their leases run out', { rows: claims.length, error: (error as Error).message });
      }
    },
    close() {
      clearInterval(timer);
    },
  };
}

function keyOf(claim: Claim): string {
  return `${claim.messageId}.${claim.recipientNo}`;
}

async function setDueIn(db: Db, claims: readonly Claim[], delayMs: number): Promise<void> {
  await setDue(
    db,
    claims.map((claim) => claim.accountId),
    claims.map((claim) => claim.messageId),
    claims.map((claim) => claim.recipientNo),
    claims.map((claim) => claim.epoch),
    claims.map(() => delayMs / 1000),
  );
}

function toClaim(row: ClaimRow): Claim {
  return {
    accountId: row.account_id,
    messageId: row.message_id,
    recipientNo: row.recipient_no,
    // Written by the accept function from a parsed address.
    recipient: row.recipient as EmailAddress,
    attempts: row.attempts,
    epoch: row.epoch,
    isSuppressed: row.is_suppressed,
    wasSent: row.was_sent,
    wasDelayed: row.was_delayed,
  };
}
