import { Type } from 'typebox';
import { idsOf, idsSchema } from '../../../http/account/ids.ts';
import { parserOf } from '../../../http/parser.ts';
import { encodingOf, encodingOption } from '../../tenants/imports/index.ts';
import { MAX_CONSENT_CHARACTERS, MAX_COLUMNS } from './limits.ts';
import { MEANINGS, STANDINGS } from './standing.ts';
import { PLAIN_TARGETS, repeatedTargets, targetOf } from './targets.ts';
import { VENDOR_NAMES } from './vendor.ts';

const status = Type.Union(
  STANDINGS.map((standing) => Type.Literal(standing)),
  { description: 'How those stand of whom their row says nothing else.' },
);
const dateOrder = Type.Union([Type.Literal('month_first'), Type.Literal('day_first')], {
  description: 'What comes first in dates like 3/4/2026.',
});
const meaning = Type.Union(
  MEANINGS.map((each) => Type.Literal(each)),
  { description: 'What the value means; `ignore` says nothing.' },
);
const COLUMN = Type.Integer({ minimum: 0, description: 'Index of the column, from 0.' });
const VALUE = Type.String({ description: 'As the column has it; case does not matter. Empty for empty cells.' });
const TARGETS = `One of ${PLAIN_TARGETS.join(', ')}, \`field:<name>\` of a field that is there, or \`new_field:<label>\`.`;

/** What starts an import of contacts; what is absent is as the preview guesses. */
export const startRequest = parserOf(
  Type.Object({
    mapping: Type.Optional(Type.Array(Type.String(), { description: `What each column is. ${TARGETS}` })),
    has_header: Type.Optional(Type.Boolean({ description: 'Whether the first row has headings.' })),
    encoding: encodingOption,
    list_ids: Type.Optional(idsSchema),
    tag_ids: Type.Optional(idsSchema),
    update_existing: Type.Optional(
      Type.Boolean({
        description:
          'Whether names and fields of contacts that are there are changed; true without it. Lists and tags are added in ' +
          'either case, and whoever unsubscribed or bounced by the file does so here.',
      }),
    ),
    status: Type.Optional(status),
    date_order: Type.Optional(dateOrder),
    statuses: Type.Optional(
      Type.Array(Type.Object({ column: COLUMN, value: VALUE, status: meaning }), {
        description:
          'What values of columns about consent mean: of those that the preview has with the status null, and of others that ' +
          'mean something else than it says.',
      }),
    ),
    consent: Type.Optional(
      Type.String({
        description: `How these people agreed to be written to, at most ${MAX_CONSENT_CHARACTERS} characters.`,
      }),
    ),
  }),
  (given, fail) => {
    const { consent, mapping } = given;
    if (mapping) checkMapping(mapping, fail);
    if ((consent ?? '').length > MAX_CONSENT_CHARACTERS) {
      fail('consent', `must have at most ${MAX_CONSENT_CHARACTERS} characters.`);
    }
    return {
      mapping: mapping?.map((target) => target.trim()),
      hasHeader: given.has_header,
      encoding: encodingOf(given.encoding, fail),
      listIds: idsOf(given.list_ids, 'list_ids', fail) ?? [],
      tagIds: idsOf(given.tag_ids, 'tag_ids', fail) ?? [],
      updateExisting: given.update_existing ?? true,
      // The schema allows no other word.
      status: STANDINGS.find((standing) => standing === given.status),
      dateOrder: given.date_order,
      statuses: (given.statuses ?? []).map(({ column, status: means, value }) => ({
        column,
        value,
        // The schema allows no other word.
        status: MEANINGS.find((each) => each === means) ?? 'ignore',
      })),
      consent: consent?.trim() || null,
    };
  },
);

/** What was asked for, parsed. */
export type StartRequest = ReturnType<typeof startRequest.parse>;

/** How a preview would take the file; what is absent is as it is guessed. */
export const previewRequest = parserOf(
  Type.Object({
    mapping: Type.Optional(Type.Array(Type.String(), { description: `What each column would be. ${TARGETS}` })),
    has_header: Type.Optional(
      Type.Union([Type.Literal('true'), Type.Literal('false')], {
        description: 'Whether the first row would have headings.',
      }),
    ),
    date_order: Type.Optional(dateOrder),
    encoding: encodingOption,
  }),
  ({ date_order: order, encoding, has_header: hasHeader, mapping }, fail) => {
    if (mapping) checkMapping(mapping, fail);
    return {
      mapping: mapping?.map((target) => target.trim()),
      hasHeader: hasHeader === undefined ? undefined : hasHeader === 'true',
      dateOrder: order,
      encoding: encodingOf(encoding, fail),
    };
  },
);

/** What a preview was asked with, parsed. */
export type PreviewRequest = ReturnType<typeof previewRequest.parse>;

function checkMapping(mapping: readonly string[], fail: (field: string, sentence: string) => void): void {
  if (mapping.length > MAX_COLUMNS) fail('mapping', `must have at most ${MAX_COLUMNS} columns.`);
  for (const [at, target] of mapping.entries()) {
    if (!targetOf(target))
      fail(`mapping.${at}`, `must be one of ${PLAIN_TARGETS.join(', ')}, field:name or new_field:label.`);
  }
  for (const target of repeatedTargets(mapping.map((each) => each.trim()))) {
    fail('mapping', `has ${JSON.stringify(target)} for two columns.`);
  }
}

/** What the preview says beside rows, encoding and delimiter. */
export const previewProperties = {
  vendor: Type.Union([Type.String(), Type.Null()], {
    description: `The service whose export it is, where that matters: ${VENDOR_NAMES.join(', ')}.`,
  }),
  has_header: Type.Boolean(),
  columns: Type.Array(Type.Object({ heading: Type.String(), target: Type.String({ description: TARGETS }) }), {
    description: 'A guess of what each column is.',
  }),
  status,
  date_order: Type.Union([dateOrder, Type.Null()], { description: 'Null when the file does not show it.' }),
  needs_date_order: Type.Boolean({
    description: 'Whether a column has dates that can be read both ways: then starting needs `date_order`.',
  }),
  statuses: Type.Array(
    Type.Object({
      column: COLUMN,
      value: VALUE,
      rows: Type.Integer({ description: 'Rows that have it.' }),
      status: Type.Union([meaning, Type.Null()], { description: 'Null where starting needs to be told.' }),
    }),
    { description: 'Every value of the columns about consent in the whole file, dates left out.' },
  ),
  unclear: Type.Array(Type.Object({ column: COLUMN, reason: Type.String() }), {
    description: 'Columns about consent that cannot be mapped value by value: starting needs another target for each.',
  }),
  faults: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'Place in `rows`, from 0.' }),
      column: Type.Union([Type.Integer(), Type.Null()], { description: 'Null where it is the row as a whole.' }),
      reason: Type.String(),
      refuses_row: Type.Boolean({ description: 'False where the contact is taken without the value.' }),
    }),
    { description: 'What is wrong in these rows.' },
  ),
};
