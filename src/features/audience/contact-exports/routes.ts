import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { ACCOUNT_READ_SCOPES } from '../../../http/account/scopes.ts';
import { createExportSlots } from '../../../http/export-slots.ts';
import { parserOf, shownAs } from '../../../http/parser.ts';
import type { StreamOutput } from '../../../http/reply-stream.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { accountFields } from '../contact-fields/index.ts';
import { parseFilter, resolveFilter, type FilterParts } from '../contact-filters/index.ts';
import { filterParameters } from '../contact-listing/index.ts';
import { CONTACT_EXAMPLE, contactSchema } from '../contacts/index.ts';
import { FORMATS, writerOf, type Writer } from './formats.ts';
import { piecesOf, type ExportedContact, type Selection } from './read.ts';

interface ExportParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly filters: FilterParts;
}

/** Number of characters that are buffered before they are sent to the client. */
const PIECE_CHARACTERS = 64 * 1024;
/** Maximum duration of an export, in milliseconds. */
const MAX_EXPORT_MS = 60 * 60_000;

const format = Type.Optional(Type.String({ description: `One of ${FORMATS.join(', ')}. Default: csv.` }));

const exportRequest = shownAs(
  Type.Object({ format, ...filterParameters() }),
  parserOf(Type.Object({ format, filter: Type.Optional(Type.Unknown()) }), (given, fail) => {
    const wanted = FORMATS.find((each) => each === (given.format || 'csv'));
    if (!wanted) fail('format', `must be one of ${FORMATS.join(', ')}.`);
    return { format: wanted ?? 'csv', filter: parseFilter(given.filter, fail, { hasCampaigns: false }) };
  }),
);

const EXAMPLE: ExportedContact = {
  ...CONTACT_EXAMPLE,
  status: 'active',
  tags: [{ id: 5, name: 'VIP' }],
  last_sent_at: '2026-11-22T09:00:00.000Z',
  last_opened_at: null,
  last_clicked_at: null,
};

/** Returns the route that exports the contacts that match a filter. */
export function contactExportRoutes(parts: ExportParts): Route[] {
  const slots = createExportSlots();
  return [
    route({
      method: 'GET',
      path: '/contacts/export',
      summary: 'Export contacts',
      scope: ACCOUNT_READ_SCOPES,
      query: exportRequest,
      doc: {
        group: 'Contact exports',
        description:
          'Postrider extension. Returns the contacts that match the filter, ordered by ID. Without a filter, returns all contacts. The format is ' +
          'CSV with one column per custom field, a JSON array, or JSON Lines. The download can take up to an hour. ' +
          'If a spreadsheet would treat a cell as a formula, the cell starts with an apostrophe. Imports remove the apostrophe.',
        answers: [
          {
            status: 200,
            description:
              'With `format=json`. Contacts have the fields of `GET /contacts` plus the status, tags, and times of the last email.',
            schema: Type.Array(contactSchema),
            example: [EXAMPLE],
          },
        ],
        problems: ['validation_error', 'rate_limit_exceeded'],
      },
      async handle({ principal, query }) {
        const { accountId, rateBucket } = principal;
        slots.require(rateBucket);
        const now = new Date(parts.clock.now());
        const filter = await resolveFilter(parts.db, accountId, query.filter, parts.filters);
        const names = query.format === 'csv' ? await accountFields(parts.db, accountId) : [];
        const writer = writerOf(
          query.format,
          names.map(({ name }) => name),
        );
        // Check again, because other exports may have started while the filter was resolved.
        slots.require(rateBucket);
        const stream = async (output: StreamOutput): Promise<void> =>
          slots.hold(rateBucket, async () => write(parts.db, { accountId, filter, now }, writer, output));
        return replyWith(stream, writer, `contacts-${now.toISOString().slice(0, 10)}.${query.format}`);
      },
    }),
  ];
}

function replyWith(stream: NonNullable<Reply['stream']>, { contentType }: Writer, fileName: string): Reply {
  return {
    status: 200,
    body: undefined,
    headers: { 'content-type': contentType, 'content-disposition': `attachment; filename="${fileName}"` },
    stream,
    patienceMs: MAX_EXPORT_MS,
  };
}

/** Writes the contacts in chunks. Stops if the client disconnects. */
async function write(db: Database, selection: Selection, writer: Writer, output: StreamOutput): Promise<void> {
  output.write(writer.begin());
  let piece = '';
  for await (const contacts of piecesOf(db, selection)) {
    for (const contact of contacts) {
      piece += writer.write(contact);
      if (piece.length < PIECE_CHARACTERS) continue;
      if (!output.write(piece)) return;
      piece = '';
      await output.taken();
    }
    if (output.signal.aborted) return;
  }
  output.write(piece + writer.end());
  await output.taken();
}
