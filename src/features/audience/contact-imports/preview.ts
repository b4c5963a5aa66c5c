import type { Db } from '../../../base/db.ts';
import { splitByAddress, type ProfiledSample } from '../../tenants/imports/index.ts';
import { accountFields } from '../contact-fields/index.ts';
import { guessOf, type KnownField } from './guess.ts';
import type { FileProfile } from './profile.ts';
import { createRowReader, isReject, type Person, type RowFault } from './row.ts';
import type { PreviewRequest } from './schema.ts';
import { consentValues, orderOf, statusesOf, unreadable, type StatusMapping, type Plan } from './statuses.ts';

interface Asked {
  readonly given: unknown;
  readonly shown: number;
  readonly now: Date;
}

/** Returns the guessed import settings for a file, and the problems in its first rows. */
export async function preview(db: Db, accountId: number, sample: ProfiledSample, { given, now, shown }: Asked) {
  // The casts are safe because the import engine passes on the results of this setup's parser and profiler.
  const request = given as PreviewRequest;
  const profile = sample.profile as FileProfile;
  const fields = await accountFields(db, accountId);
  const guess = guessOf({ ...sample, profile }, fields, request.hasHeader);
  const plan = { guess, mapping: request.mapping ?? guess.mapping, profiles: profile.columns(guess.hasHeader) };
  const { asked, order } = orderOf(plan, fields);
  return {
    vendor: guess.vendor?.name ?? null,
    has_header: guess.hasHeader,
    columns: guess.headings.map((heading, at) => ({ heading, target: guess.mapping[at] })),
    status: guess.consentStatus,
    date_order: order ?? null,
    needs_date_order: asked !== undefined,
    statuses: consentValues(plan),
    unclear: unreadable(plan),
    faults: faultsOf(sample.rows.slice(0, shown), { plan, fields, now, order: request.dateOrder ?? order }),
  };
}

interface Known {
  readonly plan: Plan;
  readonly fields: readonly KnownField[];
  readonly order: PreviewRequest['dateOrder'];
  readonly now: Date;
}

function faultsOf(rows: ProfiledSample['rows'], { fields, now, order, plan }: Known) {
  const { guess, mapping } = plan;
  const read = createRowReader({
    mapping,
    headings: guess.headings,
    // An import cannot start while values are unmapped, so the preview does not report their rows as problems.
    statuses: statusesOf(plan, asIgnored(plan)).statuses,
    vendor: guess.vendor?.name ?? null,
    date_order: order ?? 'month_first',
    status: guess.consentStatus,
    at_least: null,
    list_ids: [],
    tag_ids: [],
    update_existing: true,
    consent: null,
    started_at: now.toISOString(),
    fields: Object.fromEntries(fields.map(({ id, name, type }) => [name, { id, type }])),
  });
  const first = guess.hasHeader ? 1 : 0;
  const emailAt = mapping.indexOf('email');
  return rows
    .slice(first)
    .flatMap((cells, at) =>
      splitByAddress({ line: 0, cells }, emailAt).flatMap((each) => faultsOfRow(read(each), first + at, mapping)),
    );
}

function faultsOfRow(found: Person | RowFault, row: number, mapping: readonly string[]) {
  if (isReject(found)) return [{ row, column: found.column, reason: found.reason, refuses_row: true }];
  return found.leftOut.map(({ at: column, reason }) => ({
    row,
    column,
    reason: `${mapping[column]} ${reason}`,
    refuses_row: false,
  }));
}

function asIgnored(plan: Plan): StatusMapping[] {
  const unknown = consentValues(plan).filter(({ status }) => status === null);
  return unknown.map(({ column, value }) => ({ column, value, status: 'ignore' }));
}
