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

/** Recipients that one statement lets go: some ten ms of the database's time. */
const AT_ONCE = 1_000;
/** Pauses in a run, and for how long one goes on. */
const MAX_PAUSES = 200;
const RUN_MS = 5_000;
/** What was held does not all come due at once. */
const SPREAD_SECONDS = 5;

/** Lots of which mail is held back, as delivery asks. */
export async function readHeldProviders(db: Db): Promise<HeldProviders> {
  const held = new Map<string, Set<string>>();
  for (const { lot_id: lotId, provider } of await heldLots(db)) {
    held.set(lotId, (held.get(lotId) ?? new Set()).add(provider));
  }
  return held;
}

/**
 * Gives recipients of an account back that are held at their provider; `close` is told, in the same transaction, of those whose
 * chunk may be at its end by that. Mailings are locked before (`lockMailings`).
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
 * Holds back an owner's mail at a provider, from within a second and until it is resumed, however many processes deliver or
 * die. What its server is being told comes to its end.
 */
export async function pauseProvider(tx: Tx, accountId: number, source: number, provider: string): Promise<void> {
  await insertPause(tx, accountId, source, provider);
}

/** Lets it go on: what was held comes due within some seconds, piece by piece (`releaseLiftedProviders`). False where it was not paused. */
export async function resumeProvider(tx: Tx, accountId: number, source: number, provider: string): Promise<boolean> {
  return (await liftPause(tx, accountId, source, provider)).length > 0;
}

/** The same of all providers of an owner: of one whose mailings are at their end nothing is to be held any more. */
export async function resumeAllProviders(tx: Tx, accountId: number, source: number): Promise<void> {
  await liftPause(tx, accountId, source, null);
}

/** The providers at which an owner's mail is held back. */
export async function pausedProviders(db: Db, accountId: number, source: number): Promise<readonly string[]> {
  const rows = await pausesOf(db, accountId, source);
  return rows.filter((row) => !row.is_lifted).map(({ provider }) => provider);
}

/** Those of some owners whose mail is held back at some provider. */
export async function withPausedProviders(
  db: Db,
  accountId: number,
  sources: readonly number[],
): Promise<ReadonlySet<number>> {
  return new Set((await pausedSources(db, accountId, sources)).map(({ source }) => source));
}

/** Lets go what was held of one pause that was lifted, for some seconds at most; what is left is let go by the job. */
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
 * Lets go what was held under pauses that were lifted, in pieces of a transaction each, so that it goes on where it ends when the
 * process dies. One that fails keeps no other from it. Costs one statement while there is none.
 */
export async function releaseLiftedProviders(parts: { readonly clock: Clock; readonly db: Database }): Promise<void> {
  const failures: unknown[] = [];
  for (const { account_id: accountId, provider, source } of await liftedPauses(parts.db, MAX_PAUSES)) {
    await releaseLiftedProvider(parts, accountId, source, provider).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
