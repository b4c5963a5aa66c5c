import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { Refusal } from '../../../base/refusal.ts';
import { createProgressReporter, endProgress, type ProgressReporter } from '../../tenants/progress/index.ts';
import { lockAudience } from '../contacts/index.ts';
import {
  countMatching,
  parseFilter,
  resolveFilter,
  type FilterParts,
  type ResolvedFilter,
} from '../contact-filters/index.ts';
import { freezeMatching, type Freezing } from './freeze-queries.ts';
import {
  dropChunks,
  endAction,
  lockAction,
  releaseAction,
  noteMatched,
  noteProcessed,
  takeChunk,
  type ClaimedAction,
} from './queries.ts';
import { ACTIONS, applyTo, holdTarget } from './targets.ts';

/**
 * Length of a time slice, in milliseconds. After a slice, the actions of other accounts run before this action
 * continues.
 */
const SLICE_MS = 1_000;
const RETRY_SECONDS = 10;
/** Number of consecutive failures without progress after which an action fails. */
const MAX_FAILURES = 5;

export interface SliceParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly filterParts: FilterParts;
  /** Maximum number of contacts that one action may change. */
  readonly ceiling: number;
  readonly leaseSeconds: number;
  readonly retrySeconds?: number | undefined;
}

/** Thrown if another process has claimed the action, or if the action was deleted with its account. */
class Lost extends Error {
  override readonly name = 'Lost';
}

/** Thrown if the action cannot be run. The message is shown to the user. */
class Impossible extends Error {
  override readonly name = 'Impossible';
  /** Number of matching contacts. Set only if this number is the reason for the failure. */
  readonly matched: number | null;

  constructor(sentence: string, matched: number | null = null) {
    super(sentence);
    this.matched = matched;
  }
}

interface Slice {
  readonly parts: SliceParts;
  readonly claimed: ClaimedAction;
  readonly reporter: ProgressReporter;
  readonly progress: { matched: number | null; processed: number };
  readonly signal: AbortSignal;
}

/**
 * Processes an action for about one second, or until the action ends. A dry run only counts the matching contacts. Any
 * other action freezes the set of matching contacts when it first runs. Each chunk of this set is then processed,
 * deleted, and counted in one transaction. Rejects only if the database is unavailable.
 */
export async function runSlice(parts: SliceParts, claimed: ClaimedAction, signal: AbortSignal): Promise<void> {
  const { account_id: accountId, epoch, id } = claimed;
  const reporter = createProgressReporter(parts, { accountId, id: claimed.progress_id });
  const progress = { matched: claimed.matched_count, processed: claimed.processed_count };
  const slice: Slice = { parts, claimed, reporter, progress, signal };
  try {
    const hasEnded = await work(slice);
    await reporter.close();
    if (hasEnded) await end(slice);
    else await releaseAction(parts.db, accountId, id, epoch, 0, 0);
  } catch (error) {
    await reporter.close();
    await takeFailure(slice, error);
  }
}

/** Processes the action. Returns true if the action is complete. */
async function work(slice: Slice): Promise<boolean> {
  const { claimed, parts, signal, progress, reporter } = slice;
  const endsAtMs = performance.now() + SLICE_MS;
  if (progress.matched === null) await match(slice);
  if (claimed.dry_run) return true;
  while (progress.processed < (progress.matched ?? 0)) {
    if (performance.now() >= endsAtMs || signal.aborted) return false;
    progress.processed = await parts.db.transaction(async (tx) => applyChunk(tx, slice));
    reporter.report({ done: progress.processed, total: progress.matched, sentence: sentenceOf(progress) });
  }
  return true;
}

async function match(slice: Slice): Promise<void> {
  const { claimed, parts, progress } = slice;
  const { account_id: accountId, id } = claimed;
  const filter = await filterOf(parts, claimed);
  const now = new Date(parts.clock.now());
  if (claimed.dry_run) {
    const matched = await countMatching(parts.db, accountId, filter, now);
    await parts.db.transaction(async (tx) => {
      await hold(tx, slice);
      await noteMatched(tx, accountId, id, matched);
    });
    progress.matched = matched;
    return;
  }
  const exactly = claimed.confirmed_count ?? undefined;
  const freezing = { accountId, actionId: id, most: parts.ceiling, exactly };
  let matched = 0;
  await parts.db.transaction(
    async (tx) => {
      await hold(tx, slice);
      matched = await freezeMatching(tx, freezing, filter, now);
      requireAllowed(matched, freezing);
      await noteMatched(tx, accountId, id, matched);
    },
    { isReplanned: true },
  );
  progress.matched = matched;
}

/**
 * Parses and resolves the stored filter again, because objects in the filter may have been deleted since the request.
 */
async function filterOf(
  { db, filterParts }: SliceParts,
  { account_id: accountId, filter: stored }: ClaimedAction,
): Promise<ResolvedFilter> {
  const faults: string[] = [];
  const filter = parseFilter(stored, (field, sentence) => faults.push(`${field} ${sentence}`), { hasCampaigns: true });
  if (faults.length > 0) throw new Error(`Stored filter of a bulk action is invalid: ${faults.join(' ')}`);
  try {
    return await resolveFilter(db, accountId, filter, filterParts);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const sentences = Object.entries(error.details.errors ?? {}).map(([field, [said]]) => `${field} ${said}`);
    throw new Impossible(`The filter is no longer valid: ${sentences.join(' ')} No contacts were changed.`);
  }
}

function requireAllowed(matched: number, { exactly, most }: Pick<Freezing, 'most' | 'exactly'>): void {
  if (matched > most) {
    throw new Impossible(
      `The filter matches ${count(matched)} contacts, but a bulk action can change at most ${count(most)}. ` +
        'No contacts were changed. Add conditions to split the change into several smaller actions.',
      matched,
    );
  }
  if (exactly !== undefined && matched !== exactly) {
    throw new Impossible(
      `The filter now matches ${count(matched)} contacts, but ${count(exactly)} were confirmed. ` +
        'No contacts were changed. Preview the action again.',
      matched,
    );
  }
}

/** Applies the next chunk. Returns the total number of processed contacts. */
async function applyChunk(tx: Tx, slice: Slice): Promise<number> {
  const { action, account_id: accountId, id, target_id: targetId } = slice.claimed;
  const target = { action, targetId };
  await hold(tx, slice);
  const [chunk] = await takeChunk(tx, accountId, id);
  if (!chunk) throw new Error(`Bulk action ${id} has fewer contacts than it matched`);
  await lockAudience(tx, accountId);
  if (!(await holdTarget(tx, accountId, target))) {
    throw new Impossible(
      `The ${ACTIONS[action].kind} was deleted after ${count(slice.progress.processed)} of ` +
        `${count(slice.progress.matched ?? 0)} contacts were processed.`,
    );
  }
  await applyTo(tx, accountId, target, chunk.contact_ids);
  const [noted] = await noteProcessed(tx, accountId, id, chunk.contact_ids.length);
  if (!noted) throw new Lost();
  return noted.processed_count;
}

/**
 * Locks the action until the transaction ends, so that no other process works on the action even after the lease
 * expires.
 */
async function hold(tx: Tx, { claimed, parts }: Slice): Promise<void> {
  const { account_id: accountId, epoch, id } = claimed;
  const held = await lockAction(tx, accountId, id, epoch, parts.leaseSeconds);
  if (held.length === 0) throw new Lost();
}

async function takeFailure(slice: Slice, error: unknown): Promise<void> {
  const { claimed, parts, progress } = slice;
  const { account_id: accountId, epoch, id } = claimed;
  if (error instanceof Lost) return;
  if (error instanceof Impossible) {
    progress.matched ??= error.matched;
    return end(slice, error.message);
  }
  parts.log.error('Bulk action step failed', { accountId, id, error });
  const hasComeFurther = progress.processed > claimed.processed_count;
  const failures = hasComeFurther ? 1 : claimed.failures + 1;
  if (failures < MAX_FAILURES) {
    return void (await releaseAction(parts.db, accountId, id, epoch, parts.retrySeconds ?? RETRY_SECONDS, failures));
  }
  await end(
    slice,
    `The action stopped after ${count(progress.processed)} contacts because of an internal error. ` +
      'Changes made so far are kept. To change the remaining contacts, start the action again.',
  );
}

async function end({ claimed, parts, progress }: Slice, fault?: string): Promise<void> {
  const { account_id: accountId, dry_run: isDryRun, epoch, id, progress_id: progressId } = claimed;
  const status = fault === undefined ? 'completed' : 'failed';
  await parts.db.transaction(async (tx) => {
    const [ended] = await endAction(tx, accountId, id, epoch, status, fault ?? null, progress.matched);
    if (!ended) return;
    if (fault !== undefined) await dropChunks(tx, accountId, id);
    const sentence = isDryRun ? `${count(progress.matched ?? 0)} contacts match.` : sentenceOf(progress);
    const done = isDryRun ? (progress.matched ?? 0) : progress.processed;
    await endProgress(tx, accountId, progressId, fault === undefined ? 'done' : 'failed', done, fault ?? sentence);
  });
}

function sentenceOf({ matched, processed }: Slice['progress']): string {
  return `${count(processed)} of ${count(matched ?? 0)} contacts.`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
