import { Type } from 'typebox';
import { idsOf, idsSchema } from '../../../http/account/ids.ts';
import { parserOf } from '../../../http/parser.ts';
import { encodingOf, encodingOption } from '../../tenants/imports/index.ts';
import { MAX_CONSENT_CHARACTERS, MAX_COLUMNS } from './limits.ts';
import { MEANINGS, CONSENT_STATUSES } from './consent-status.ts';
import { PLAIN_TARGETS, repeatedTargets, targetOf } from './targets.ts';
import { VENDOR_NAMES } from './vendor.ts';

const status = Type.Union(
  CONSENT_STATUSES.map((consentStatus) => Type.Literal(consentStatus)),
  { description: 'Status for contacts whose row has no status.' },
);
const dateOrder = Type.Union([Type.Literal('month_first'), Type.Literal('day_first')], {
  description: 'Whether the month or the day comes first in dates like 3/4/2026.',
});
const meaning = Type.Union(
  MEANINGS.map((each) => Type.Literal(each)),
  { description: 'Status that the value is mapped to. `ignore` means that the value does not set a status.' },
);
const COLUMN = Type.Integer({ minimum: 0, description: 'Index of the column, starting at 0.' });
const VALUE = Type.String({
  description: 'The value as it appears in the column, case-insensitive. An empty string matches empty cells.',
});
const TARGETS = `One of ${PLAIN_TARGETS.join(', ')}, \`field:<name>\` for an existing custom field, or \`new_field:<label>\`.`;

/** Parses a request to start a contact import. Settings that the request omits are guessed as in the preview. */
export const startRequest = parserOf(
  Type.Object({
    mapping: Type.Optional(Type.Array(Type.String(), { description: `Content of each column. ${TARGETS}` })),
    has_header: Type.Optional(Type.Boolean({ description: 'Whether the first row contains headings.' })),
    encoding: encodingOption,
    list_ids: Type.Optional(idsSchema),
    tag_ids: Type.Optional(idsSchema),
    update_existing: Type.Optional(
      Type.Boolean({
        description:
          'Whether to update the names and fields of existing contacts. Default: true. If false, the import still adds lists ' +
          'and tags, and marks contacts as unsubscribed or bounced according to the file.',
      }),
    ),
    status: Type.Optional(status),
    date_order: Type.Optional(dateOrder),
    statuses: Type.Optional(
      Type.Array(Type.Object({ column: COLUMN, value: VALUE, status: meaning }), {
        description:
          'Maps values in consent columns to statuses. You must map each value whose status is null in the preview. You can ' +
          'also override the detected status of the other values.',
      }),
    ),
    consent: Type.Optional(
      Type.String({
        description: `The source of consent for the contacts in the file. At most ${MAX_CONSENT_CHARACTERS} characters.`,
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
      // The schema allows only these words. `find` narrows the type without a cast.
      status: CONSENT_STATUSES.find((consentStatus) => consentStatus === given.status),
      dateOrder: given.date_order,
      statuses: (given.statuses ?? []).map(({ column, status: means, value }) => ({
        column,
        value,
        // The schema allows only these words, so the fallback is never used.
        status: MEANINGS.find((each) => each === means) ?? 'ignore',
      })),
      consent: consent?.trim() || null,
    };
  },
);

export type StartRequest = ReturnType<typeof startRequest.parse>;

/** Parses a preview request. Settings that the request omits are guessed. */
export const previewRequest = parserOf(
  Type.Object({
    mapping: Type.Optional(
      Type.Array(Type.String(), { description: `Content of each column, for this preview. ${TARGETS}` }),
    ),
    has_header: Type.Optional(
      Type.Union([Type.Literal('true'), Type.Literal('false')], {
        description: 'Whether the first row contains headings, for this preview.',
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

export type PreviewRequest = ReturnType<typeof previewRequest.parse>;

function checkMapping(mapping: readonly string[], fail: (field: string, sentence: string) => void): void {
  if (mapping.length > MAX_COLUMNS) fail('mapping', `must have at most ${MAX_COLUMNS} columns.`);
  for (const [at, target] of mapping.entries()) {
    if (!targetOf(target))
      fail(`mapping.${at}`, `must be one of ${PLAIN_TARGETS.join(', ')}, field:name or new_field:label.`);
  }
  for (const target of repeatedTargets(mapping.map((each) => each.trim()))) {
    fail('mapping', `must not map two columns to ${JSON.stringify(target)}.`);
  }
}

/** Properties of the preview response other than rows, encoding and delimiter. */
export const previewProperties = {
  vendor: Type.Union([Type.String(), Type.Null()], {
    description: `The service that exported the file, if recognized: ${VENDOR_NAMES.join(', ')}.`,
  }),
  has_header: Type.Boolean(),
  columns: Type.Array(Type.Object({ heading: Type.String(), target: Type.String({ description: TARGETS }) }), {
    description: 'Detected content of each column.',
  }),
  status,
  date_order: Type.Union([dateOrder, Type.Null()], { description: 'Null if the order cannot be detected.' }),
  needs_date_order: Type.Boolean({
    description: 'Whether a column contains ambiguous dates. If true, `date_order` is required to start the import.',
  }),
  statuses: Type.Array(
    Type.Object({
      column: COLUMN,
      value: VALUE,
      rows: Type.Integer({ description: 'Number of rows with this value.' }),
      status: Type.Union([meaning, Type.Null()], {
        description: 'Null if you must choose a status before you start the import.',
      }),
    }),
    { description: 'All values of the consent columns in the file, except dates.' },
  ),
  unclear: Type.Array(Type.Object({ column: COLUMN, reason: Type.String() }), {
    description:
      'Consent columns whose values cannot be mapped. To start the import, map each of these columns to another target.',
  }),
  faults: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'Index in `rows`, starting at 0.' }),
      column: Type.Union([Type.Integer(), Type.Null()], { description: 'Null if the problem concerns the whole row.' }),
      reason: Type.String(),
      refuses_row: Type.Boolean({
        description: 'Whether the import rejects the row. If false, the contact is imported without this value.',
      }),
    }),
    { description: 'Problems in the previewed rows.' },
  ),
};
