import { invalid, Refusal } from '../../../base/refusal.ts';
import { matchingAmong, resolveFilter, storedFilter } from '../../audience/contact-filters/index.ts';
import type { StepSettings } from '../automations/index.ts';
import type { Held } from './move.ts';
import type { RunParts } from './parts.ts';
import { dueEntries, type EntryRow } from './queries.ts';

/** A contact for which a step is due. */
export interface DueEntry extends EntryRow {
  /** Whether the contact leaves the automation, because it cannot receive email or matches the exit filter. */
  readonly isLeaving: boolean;
}

/** Returns up to `limit` contacts for which a step is due, longest waiting first. */
export async function dueAt(parts: RunParts, held: Held, limit: number): Promise<readonly DueEntry[]> {
  const { automation, claimed, item } = held;
  const delayHours = claimed.kind === 'email' ? item.delay_hours : 0;
  const rows = await dueEntries(held.tx, claimed.account_id, claimed.id, delayHours, limit);
  const ids = rows.flatMap((row) => (row.can_be_mailed ? [row.contact_id] : []));
  const { exit_filter: filter } = automation;
  const exiting = filter && ids.length > 0 ? await matching(parts, held, filter, ids, 'exit_filter') : new Set();
  return rows.map((row) => Object.assign(row, { isLeaving: !row.can_be_mailed || exiting.has(row.contact_id) }));
}

/**
 * Returns the contacts among `ids` that match a filter. Throws validation_error if the filter refers to objects that
 * were deleted.
 */
export async function matching(
  { clock, filterParts }: RunParts,
  { claimed, tx }: Held,
  filter: NonNullable<StepSettings['filter']>,
  ids: readonly number[],
  name = 'filter',
): Promise<ReadonlySet<number>> {
  const accountId = claimed.account_id;
  const resolved = await resolveFilter(tx, accountId, storedFilter(filter), filterParts).catch((error: unknown) => {
    if (!(error instanceof Refusal) || !error.details.errors) throw error;
    const errors = Object.entries(error.details.errors);
    throw invalid(Object.fromEntries(errors.map(([path, sentences]) => [path.replace(/^filter/, name), sentences])));
  });
  return matchingAmong(tx, accountId, resolved, new Date(clock.now()), ids);
}
