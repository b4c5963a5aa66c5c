import type { Db } from '../../../base/db.ts';
import type { Sample } from '../../tenants/imports/index.ts';
import { accountFields } from '../contact-fields/index.ts';
import { guessOf, type Guess, type KnownField } from './guess.ts';
import { createRowReader, isReject } from './row.ts';
import type { PreviewRequest } from './schema.ts';

interface Asked {
  /** What `previewRequest` parsed. */
  readonly given: unknown;
  readonly shown: number;
  readonly now: Date;
}

/** What a file seems to hold, and which of its first rows would be refused. */
export async function preview(db: Db, accountId: number, { fileName, rows }: Sample, { given, now, shown }: Asked) {
  // The engine hands on what the parser of this setup gave.
  const request = given as PreviewRequest;
  const fields = await accountFields(db, accountId);
  const guess = guessOf(rows, fileName, fields);
  return {
    vendor: guess.vendor?.name ?? null,
    has_header: guess.hasHeader,
    columns: guess.headings.map((heading, at) => ({ heading, target: guess.mapping[at] })),
    status: guess.standing,
    date_order: guess.dateOrder,
    faults: faultsOf(rows.slice(0, shown), { request, guess, fields, now }),
  };
}

interface Known {
  readonly request: PreviewRequest;
  readonly guess: Guess;
  readonly fields: readonly KnownField[];
  readonly now: Date;
}

function faultsOf(rows: Sample['rows'], { fields, guess, now, request }: Known) {
  const read = createRowReader({
    mapping: request.mapping ?? guess.mapping,
    vendor: guess.vendor?.name ?? null,
    date_order: request.dateOrder ?? guess.dateOrder,
    status: guess.standing,
    list_ids: [],
    tag_ids: [],
    update_existing: true,
    consent: null,
    started_at: now.toISOString(),
    fields: Object.fromEntries(fields.map(({ id, name, type }) => [name, { id, type }])),
  });
  const first = (request.hasHeader ?? guess.hasHeader) ? 1 : 0;
  return rows.slice(first).flatMap((cells, at) => {
    const found = read({ line: 0, cells });
    return isReject(found) ? [{ row: first + at, column: found.column, reason: found.reason }] : [];
  });
}
