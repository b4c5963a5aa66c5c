import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { csvRecord } from '../../../http/csv.ts';
import { parserOf } from '../../../http/parser.ts';
import type { StreamOutput } from '../../../http/reply-stream.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { presentEngaged } from './engaged.ts';
import { engagedRows, EXPORTED, exportedIds, type Exported } from './list-queries.ts';

/** Number of contacts that are read at a time. */
const PAGE = 1_000;
/** Maximum duration of an export, in milliseconds. */
export const MAX_EXPORT_MS = 60 * 60_000;

const COLUMNS = [
  'email',
  'first_name',
  'last_name',
  'sent_at',
  'opened_at',
  'clicked_at',
  'bounced_at',
  'bounce_reason',
  'unsubscribed_at',
] as const;

/** Parses the kind of contacts to export. */
export const exportQuery = parserOf(
  Type.Object({
    type: Type.String({ description: 'The recipients to export.', documentedAs: { enum: [...EXPORTED] } }),
  }),
  ({ type }, fail): { readonly kind: Exported } => {
    const kind = EXPORTED.find((each) => each === type);
    if (kind === undefined) fail('type', `must be one of ${EXPORTED.join(', ')}.`);
    return { kind: kind ?? 'recipients' };
  },
);

/** API documentation of the export. */
export const exportDoc = {
  group: 'Dashboard: campaigns',
  description:
    'Returns all recipients of a campaign, or the recipients with a given result, as CSV, ordered by ID. The download can take up to an hour. Cells that a spreadsheet would treat as formulas are prefixed with an apostrophe.',
  params: { id: { description: 'ID of the campaign.', example: '9' } },
  answers: [
    {
      status: 200,
      description: 'The CSV file.',
      mediaType: 'text/csv',
      schema: Type.String(),
      example: 'email,first_name\nbea@example.org,Bea\n',
    },
  ],
  problems: ['forbidden', 'validation_error', 'rate_limit_exceeded'],
} satisfies RouteDoc;

/** Writes the contacts of a campaign as CSV, page by page. */
export async function writeEngaged(
  db: Db,
  accountId: number,
  campaignId: number,
  { kind, output }: { readonly kind: Exported; readonly output: StreamOutput },
): Promise<void> {
  output.write(csvRecord(COLUMNS));
  let after = Number.MIN_SAFE_INTEGER;
  while (!output.signal.aborted) {
    const ids = (await exportedIds[kind](db, accountId, campaignId, after, PAGE)).map((row) => row.contact_id);
    const rows = ids.length === 0 ? [] : await engagedRows(db, accountId, campaignId, ids);
    output.write(rows.map((row) => csvRecord(cellsOf(presentEngaged(row)))).join(''));
    await output.taken();
    const last = ids.at(-1);
    if (last === undefined || ids.length < PAGE) return;
    after = last;
  }
}

function cellsOf(contact: ReturnType<typeof presentEngaged>): string[] {
  return COLUMNS.map((column) => contact[column] ?? '');
}
