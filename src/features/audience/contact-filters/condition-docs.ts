import type { CONDITIONS } from './filter.ts';

const AFTER = 'on or after this ISO 8601 date or date-time';
const BEFORE = 'before this ISO 8601 date or date-time';

/** What each condition asks for, by its name, for the API document. */
export const CONDITION_DOCS: Readonly<Record<(typeof CONDITIONS)[number]['name'], string>> = {
  query: 'Words that all occur in the address or the names; one of fewer than three characters begins them.',
  email: 'The contact with exactly this address.',
  unsubscribed: 'Contacts that unsubscribed, or those that did not.',
  status:
    '`active` can be mailed; it is `engaged` (opened within 90 days), `new` (never opened, not sent to or first sent to within 60 days) or else `inactive`. The others say why a contact is not mailed.',
  last_opened_after: `Contacts whose last open was ${AFTER}.`,
  last_opened_before: `Contacts whose last open was ${BEFORE}; not those that never opened.`,
  last_clicked_after: `Contacts whose last click was ${AFTER}.`,
  last_clicked_before: `Contacts whose last click was ${BEFORE}; not those that never clicked.`,
  last_sent_after: `Contacts that were last sent to ${AFTER}.`,
  last_sent_before: `Contacts that were last sent to ${BEFORE}; not those that never were.`,
  created_after: `Contacts created ${AFTER}.`,
  created_before: `Contacts created ${BEFORE}.`,
  never_opened: 'When true, only contacts that never opened.',
  never_clicked: 'When true, only contacts that never clicked.',
  never_sent: 'When true, only contacts that were never sent to.',
  in_list_ids: 'Contacts in any of these lists.',
  not_in_list_ids: 'Contacts in none of these lists.',
  tag_ids: 'Contacts with any of these tags.',
  not_tag_ids: 'Contacts with none of these tags.',
  segment_id: 'An addition: contacts of this segment.',
  opened_campaign_id: 'Contacts that opened this campaign.',
  not_opened_campaign_id: 'Contacts that this campaign was sent to and that did not open it.',
  clicked_campaign_id: 'Contacts that clicked in this campaign.',
};
