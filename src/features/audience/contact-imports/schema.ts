import { Type } from 'typebox';
import { idsOf, idsSchema } from '../../../http/account/ids.ts';
import { parserOf } from '../../../http/parser.ts';
import { MAX_CONSENT_CHARACTERS, MAX_COLUMNS } from './limits.ts';
import { STANDINGS } from './standing.ts';
import { PLAIN_TARGETS, repeatedTargets, targetOf } from './targets.ts';

const status = Type.Union(
  STANDINGS.map((standing) => Type.Literal(standing)),
  { description: 'How those stand of whom their row says nothing else.' },
);
const dateOrder = Type.Union([Type.Literal('month_first'), Type.Literal('day_first')], {
  description: 'What comes first in dates like 3/4/2026.',
});
const TARGETS = `One of ${PLAIN_TARGETS.join(', ')}, \`field:<name>\` of a field that is there, or \`new_field:<label>\`.`;

/** What starts an import of contacts; what is absent is as the preview guesses. */
export const startRequest = parserOf(
  Type.Object({
    mapping: Type.Optional(Type.Array(Type.String(), { description: `What each column is. ${TARGETS}` })),
    has_header: Type.Optional(Type.Boolean({ description: 'Whether the first row has headings.' })),
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
      listIds: idsOf(given.list_ids, 'list_ids', fail) ?? [],
      tagIds: idsOf(given.tag_ids, 'tag_ids', fail) ?? [],
      updateExisting: given.update_existing ?? true,
      // The schema allows no other word.
      status: STANDINGS.find((standing) => standing === given.status),
      dateOrder: given.date_order,
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
  }),
  ({ date_order: order, has_header: hasHeader, mapping }, fail) => {
    if (mapping) checkMapping(mapping, fail);
    return {
      mapping: mapping?.map((target) => target.trim()),
      hasHeader: hasHeader === undefined ? undefined : hasHeader === 'true',
      dateOrder: order,
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
    description: 'The service whose export it is: mailchimp, listmonk, kit or sendfox.',
  }),
  has_header: Type.Boolean(),
  columns: Type.Array(Type.Object({ heading: Type.String(), target: Type.String({ description: TARGETS }) }), {
    description: 'A guess of what each column is.',
  }),
  status,
  date_order: dateOrder,
  faults: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'Place in `rows`, from 0.' }),
      column: Type.Union([Type.Integer(), Type.Null()], { description: 'Null where it is the row as a whole.' }),
      reason: Type.String(),
    }),
    { description: 'Rows among these that would be refused.' },
  ),
};
