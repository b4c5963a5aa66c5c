import { Type } from 'typebox';
import { countMatching, resolveFilter, storedFilter } from '../../audience/contact-filters/index.ts';
import { ownAutomation } from './find.ts';
import type { AutomationParts } from './parts.ts';
import { isObjectGone, triggersOf } from './trigger-rows.ts';

/** Number of contacts that match a trigger, as returned by the API. */
export const matchingContactsSchema = Type.Object(
  {
    count: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Number of contacts that can receive email and currently match a list, tag, or segment trigger. Null if the automation has none of these triggers.',
    }),
  },
  { $id: 'AutomationMatchingContacts' },
);

export const MATCHING_CONTACTS_EXAMPLE = { count: 4_812 };

/**
 * Returns the number of contacts that can receive email and are in a list, have a tag, or are in a segment that
 * triggers an automation, or null if the automation has no such trigger. Throws not_found or forbidden, or
 * validation_error if a segment cannot be used.
 */
export async function matchingContacts(
  { clock, db, filterParts }: Pick<AutomationParts, 'clock' | 'db' | 'filterParts'>,
  accountId: number,
  automationId: number,
): Promise<{ readonly count: number | null }> {
  await ownAutomation(db, accountId, automationId);
  const triggers = (await triggersOf(db, accountId, [automationId])).get(automationId) ?? [];
  const any = triggers
    .filter((trigger) => !isObjectGone(trigger))
    .flatMap(({ list_id: list, segment_id: segment, tag_id: tag }): object[] => {
      if (list !== null) return [{ in_list_ids: [list] }];
      if (tag !== null) return [{ tag_ids: [tag] }];
      return segment === null ? [] : [{ segment_id: segment }];
    });
  if (any.length === 0) return { count: null };
  const filter = await resolveFilter(db, accountId, storedFilter({ status: 'active', any }), filterParts);
  return { count: await countMatching(db, accountId, filter, new Date(clock.now())) };
}
