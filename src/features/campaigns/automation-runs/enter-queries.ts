import { statement } from '../../../base/db.ts';

/**
 * Adds a contact to the automations that are triggered by its lists, its tags, or its creation. Uses the indexes
 * list_member_by_contact and tag_member_by_contact.
 */
export const enterByListsOf = statement<[accountId: number, contactId: number], unknown>(
  'automation_runs_enter_by_lists',
  'select enter_automations_by_lists($1, $2)',
);

/**
 * Adds contacts to the automations that are triggered by opens and clicks of the given campaigns. Uses the index
 * automation_trigger_live_campaign.
 */
export const enterByVisitsOf = statement<
  [
    accountId: number,
    campaignIds: readonly number[],
    contactIds: readonly number[],
    types: readonly ('open_campaign' | 'click_campaign')[],
  ],
  unknown
>('automation_runs_enter_by_visits', 'select enter_automations_by_visits($1, $2, $3, $4)');

/**
 * Ends the unfinished entries of contacts in all automations, and returns their number. Uses the index
 * automation_entry_by_contact.
 */
export const leaveAll = statement<[accountId: number, contactIds: readonly number[]], { readonly entries: number }>(
  'automation_runs_leave',
  'select leave_automations($1, $2) as entries',
);
