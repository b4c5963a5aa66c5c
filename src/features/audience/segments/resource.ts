import { Type } from 'typebox';
import { id, json, text, time } from '../../../http/resource/field.ts';
import { input, name, type Fail } from '../../../http/resource/input.ts';
import { resource, type ChangeOf, type PresentedOf, type RowOf } from '../../../http/resource/resource.ts';
import {
  conditionsWithin,
  filterSchemaFor,
  filterToJson,
  isEmptyFilter,
  parseFilter,
} from '../contact-filters/index.ts';

const MAX_NAME_CHARACTERS = 191;
const NO_CONDITION = 'must have at least one condition.';
const SAVED_AT = new Date('2026-11-21T08:15:00.000Z');

type StoredFilter = Readonly<Record<string, unknown>>;

export const SEGMENT = resource({
  table: 'contact_segment',
  schemaId: 'ContactSegment',
  nobody: 'account settings and content',
  fields: {
    id: id({ example: 3 }),
    name: text({
      example: 'Engaged readers',
      input: name({
        most: MAX_NAME_CHARACTERS,
        description: `At most ${MAX_NAME_CHARACTERS} characters. Unique within the account, case-insensitive.`,
      }),
    }),
    filter: json<StoredFilter>(
      filterSchemaFor('The saved filter, with normalized times and IDs.', ['segment_id']),
      {},
    )({
      example: { status: 'engaged', in_list_ids: [7] },
      input: input({
        shown: filterSchemaFor(
          'The filter conditions of `GET /contacts`. At least one condition is required. A segment cannot refer to another segment.',
          ['segment_id'],
        ),
        // The filter parser validates the value.
        taken: Type.Unknown(),
        isRequired: true,
        missing: NO_CONDITION,
        read: filterOf,
      }),
      personal: {
        exported: { not: 'search criteria of the account, not data about contacts' },
        erased: 'single rows',
      },
    }),
    created_at: time({ example: SAVED_AT }),
    updated_at: time({ example: SAVED_AT, updated: 'clock.at' }),
  },
});

export type SegmentRow = RowOf<typeof SEGMENT>;
export type SegmentChange = ChangeOf<typeof SEGMENT>;
/** A segment as shown in listings. */
export type PresentedSegment = PresentedOf<typeof SEGMENT>;

function filterOf(given: unknown, field: string, fail: Fail): StoredFilter {
  let isFaulty = false;
  const filter = parseFilter(
    given,
    (where, sentence) => {
      isFaulty = true;
      fail(where, sentence);
    },
    { hasCampaigns: true },
  );
  const nested = conditionsWithin(filter).find(({ name: condition }) => condition === 'segment_id');
  if (nested) fail(`filter.${nested.path}`, 'cannot be used in a segment.');
  // Reject an empty filter, because a bulk action on the segment would change all contacts.
  else if (!isFaulty && isEmptyFilter(filter)) fail(field, NO_CONDITION);
  return isFaulty ? {} : filterToJson(filter);
}
