import type { Clock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { DELIVERY_CHANNEL, type Claim, type HeldAt, type HeldProviders } from '../delivery/index.ts';
import { keysOf } from './held-chunks.ts';
import {
  heldLots,
  holdRecipientsAt,
  holdRowsAt,
  insertPause,
  liftedPauses,
  liftPause,
  pausedSources,
  pausesOf,
  releaseProvider,
} from './provider-queries.ts';
import { hintDelivery } from './queries.ts';

/** Recipients that one statement releases: about ten ms of database time. */
const AT_ONCE = 1_000;
/** Limits of a run: the number of pauses, and the time spent on each. */
const MAX_PAUSES = 200;
const RUN_MS = 5_000;
/** Period over which held messages become due. */
const SPREAD_SECONDS = 5;

/** Returns the held providers of recipient batches, for delivery. */
export async function readHeldProviders(db: Db): Promise<HeldProviders> {
  const held = new Map<string, Set<string>>();
  for (const { lot_id: lotId, provider } of await heldLots(db)) {
    held.set(lotId, (held.get(lotId) ?? new Set()).add(provider));
  }
  return held;
}

/**
 * Releases recipients of an account that are held at their provider; `close` is called in the same transaction for
 * those whose chunk may end because of that. Mailings must be locked first (`lockMailings`).
 */
export async function holdAtProviders(
  tx: Tx,
  accountId: number,
  held: readonly HeldAt[],
  close: (tx: Tx, claims: readonly Claim[]) => Promise<void>,
): Promise<void> {
  const rows = held.filter(({ claim }) => !claim.chunk);
  const ofChunks = held.filter(({ claim }) => claim.chunk);
  if (rows.length > 0) await holdRows(tx, accountId, rows);
  if (ofChunks.length > 0) await holdRecipients(tx, accountId, ofChunks, close);
}

async function holdRows(tx: Tx, accountId: number, rows: readonly HeldAt[]): Promise<void> {
  await holdRowsAt(
    tx,
    accountId,
    rows.map(({ claim }) => claim.messageId),
    rows.map(({ claim }) => claim.recipientNo),
    rows.map(({ claim }) => claim.epoch),
    rows.map(({ provider }) => provider),
  );
}

async function holdRecipients(
  tx: Tx,
  accountId: number,
  held: readonly HeldAt[],
  close: (tx: Tx, claims: readonly Claim[]) => Promise<void>,
): Promise<void> {
  const claims = held.map(({ claim }) => claim);
  await holdRecipientsAt(
    tx,
    accountId,
    ...keysOf(claims),
    claims.map(({ recipient }) => recipient),
    claims.map(({ isSuppressed }) => isSuppressed),
    held.map(({ provider }) => provider),
  );
  await close(tx, claims);
}

/**
 * Holds an owner's messages at a provider within a second and until it is resumed, in all current and future processes.
 * Messages on the wire finish.
 */
export async function pauseProvider(tx: Tx, accountId: number, source: number, provider: string): Promise<void> {
  await insertPause(tx, accountId, source, provider);
}

/**
 * Resumes a provider: held messages become due within some seconds, in pieces (`releaseLiftedProviders`). Returns false
 * if it was not paused.
 */
export async function resumeProvider(tx: Tx, accountId: number, source: number, provider: string): Promise<boolean> {
  return (await liftPause(tx, accountId, source, provider)).length > 0;
}

/** Resumes all providers of an owner, because nothing needs to be held for an owner whose mailings have ended. */
export async function resumeAllProviders(tx: Tx, accountId: number, source: number): Promise<void> {
  await liftPause(tx, accountId, source, null);
}

/** Returns the providers at which an owner's messages are held. */
export async function pausedProviders(db: Db, accountId: number, source: number): Promise<readonly string[]> {
  const rows = await pausesOf(db, accountId, source);
  return rows.filter((row) => !row.is_lifted).map(({ provider }) => provider);
}

/** Returns which owners have messages held at some provider. */
export async function withPausedProviders(
  db: Db,
  accountId: number,
  sources: readonly number[],
): Promise<ReadonlySet<number>> {
  return new Set((await pausedSources(db, accountId, sources)).map(({ source }) => source));
}

/** Releases the messages held under one lifted pause, for some seconds at most; the job releases the rest. */
export async function releaseLiftedProvider(
  { clock, db }: { readonly clock: Clock; readonly db: Database },
  accountId: number,
  source: number,
  provider: string,
): Promise<void> {
  const untilMs = clock.now() + RUN_MS;
  for (;;) {
    const [row] = await db.transaction(async (tx) => {
      const released = await releaseProvider(tx, accountId, source, provider, AT_ONCE, SPREAD_SECONDS);
      await hintDelivery(tx, DELIVERY_CHANNEL);
      return released;
    });
    if (row?.has_more !== true || clock.now() >= untilMs) return;
  }
}

/**
 * Releases the messages held under lifted pauses, in one transaction per piece, so that the next run continues if the
 * process dies. A failure does not affect the other pauses. Costs one statement if there is nothing to release.
 */
export async function releaseLiftedProviders(parts: { readonly clock: Clock; readonly db: Database }): Promise<void> {
  const failures: unknown[] = [];
  for (const { account_id: accountId, provider, source } of await liftedPauses(parts.db, MAX_PAUSES)) {
    await releaseLiftedProvider(parts, accountId, source, provider).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
