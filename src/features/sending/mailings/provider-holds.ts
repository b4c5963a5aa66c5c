import type { Clock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { DELIVERY_CHANNEL, type Claim, type HeldRecipient, type HeldProviders } from '../delivery/index.ts';
import { keysOf } from './held-chunks.ts';
import {
  heldBatches,
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

/** Maximum number of recipients that one statement releases. */
const AT_ONCE = 1_000;
/** Limits of a run of the job: the maximum number of pauses, and the maximum number of milliseconds per pause. */
const MAX_PAUSES = 200;
const RUN_MS = 5_000;
/** Period, in seconds, over which the due times of released messages are distributed. */
const SPREAD_SECONDS = 5;

/** Returns the providers at which messages are held, by recipient batch. */
export async function readHeldProviders(db: Db): Promise<HeldProviders> {
  const held = new Map<string, Set<string>>();
  for (const { batch_id: batchId, provider } of await heldBatches(db)) {
    held.set(batchId, (held.get(batchId) ?? new Set()).add(provider));
  }
  return held;
}

/**
 * Releases recipients of an account and holds them at their provider. In the same transaction, calls `close` with the
 * recipients whose chunk may end as a result. The caller must lock the mailings first (`lockMailings`).
 */
export async function holdAtProviders(
  tx: Tx,
  accountId: number,
  held: readonly HeldRecipient[],
  close: (tx: Tx, claims: readonly Claim[]) => Promise<void>,
): Promise<void> {
  const rows = held.filter(({ claim }) => !claim.chunk);
  const ofChunks = held.filter(({ claim }) => claim.chunk);
  if (rows.length > 0) await holdRows(tx, accountId, rows);
  if (ofChunks.length > 0) await holdRecipients(tx, accountId, ofChunks, close);
}

async function holdRows(tx: Tx, accountId: number, rows: readonly HeldRecipient[]): Promise<void> {
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
  held: readonly HeldRecipient[],
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
 * Holds an owner's messages to a provider until the provider is resumed. All processes apply the hold within a second.
 * Does not interrupt messages that are being sent.
 */
export async function pauseProvider(tx: Tx, accountId: number, source: number, provider: string): Promise<void> {
  await insertPause(tx, accountId, source, provider);
}

/**
 * Resumes a provider. Held messages become due within a few seconds, in batches (`releaseLiftedProviders`). Returns
 * false if the provider was not paused.
 */
export async function resumeProvider(tx: Tx, accountId: number, source: number, provider: string): Promise<boolean> {
  return (await liftPause(tx, accountId, source, provider)).length > 0;
}

/** Resumes all providers of an owner. */
export async function resumeAllProviders(tx: Tx, accountId: number, source: number): Promise<void> {
  await liftPause(tx, accountId, source, null);
}

/** Returns the providers at which an owner's messages are held. */
export async function pausedProviders(db: Db, accountId: number, source: number): Promise<readonly string[]> {
  const rows = await pausesOf(db, accountId, source);
  return rows.filter((row) => !row.is_lifted).map(({ provider }) => provider);
}

/** Returns those of the given owners (`sources`) for which any provider is paused. */
export async function withPausedProviders(
  db: Db,
  accountId: number,
  sources: readonly number[],
): Promise<ReadonlySet<number>> {
  return new Set((await pausedSources(db, accountId, sources)).map(({ source }) => source));
}

/** Releases messages that were held under a lifted pause. Stops after a few seconds, and the job releases the rest. */
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
 * Releases the messages that were held under lifted pauses, in batches with one transaction each. If the process dies,
 * the next run continues. A failure does not affect other pauses. A run costs one statement if there is nothing to
 * release.
 */
export async function releaseLiftedProviders(parts: { readonly clock: Clock; readonly db: Database }): Promise<void> {
  const failures: unknown[] = [];
  for (const { account_id: accountId, provider, source } of await liftedPauses(parts.db, MAX_PAUSES)) {
    await releaseLiftedProvider(parts, accountId, source, provider).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
