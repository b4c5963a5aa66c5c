import type { CONDITIONS } from './filter.ts';

const AFTER = 'on or after this ISO 8601 date or date-time';
const BEFORE = 'before this ISO 8601 date or date-time';

/** What each condition asks for, by its name, for the API document. */
export const CONDITION_DOCS: Readonly<Record<(typeof CONDITIONS)[number]['name'], string>> = {
  query:
    'Words that must all occur in the email address or name. Words of fewer than three characters only match at the start of the address or a name.',
  email: 'The contact with exactly this address.',
  unsubscribed: 'If true, only unsubscribed contacts; if false, only contacts that have not unsubscribed.',
  status:
    '`active` contacts can receive email. They are `engaged` (opened within 90 days), `new` (never opened, and never sent to or first sent to within 60 days) or otherwise `inactive`. The other values say why a contact does not receive email.',
  last_opened_after: `Contacts whose last open was ${AFTER}.`,
  last_opened_before: `Contacts whose last open was ${BEFORE}, excluding those that never opened.`,
  last_clicked_after: `Contacts whose last click was ${AFTER}.`,
  last_clicked_before: `Contacts whose last click was ${BEFORE}, excluding those that never clicked.`,
  last_sent_after: `Contacts that were last sent to ${AFTER}.`,
  last_sent_before: `Contacts that were last sent to ${BEFORE}, excluding those that were never sent to.`,
  created_after: `Contacts created ${AFTER}.`,
  created_before: `Contacts created ${BEFORE}.`,
  never_opened: 'If true, only contacts that never opened.',
  never_clicked: 'If true, only contacts that never clicked.',
  never_sent: 'If true, only contacts that were never sent to.',
  in_list_ids: 'Contacts in any of these lists.',
  not_in_list_ids: 'Contacts in none of these lists.',
  tag_ids: 'Contacts with any of these tags.',
  not_tag_ids: 'Contacts with none of these tags.',
  segment_id: 'Postrider extension. Contacts in this segment.',
  opened_campaign_id: 'Contacts that opened this campaign.',
  not_opened_campaign_id: 'Contacts that received this campaign and did not open it.',
  clicked_campaign_id: 'Contacts that clicked a link in this campaign.',
};
