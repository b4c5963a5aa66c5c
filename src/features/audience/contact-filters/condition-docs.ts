import type { CONDITIONS } from './filter.ts';

const AFTER = 'on or after this ISO 8601 date or date-time';
const BEFORE = 'before this ISO 8601 date or date-time';

/** What each condition asks for, by its name, for the API document. */
export const CONDITION_DOCS: Readonly<Record<(typeof CONDITIONS)[number]['name'], string>> = {
  query:
    'Contacts whose email address or name contains all of these words. Words of fewer than three characters match only at the start of the address or a name.',
  email: 'The contact with exactly this email address.',
  unsubscribed: 'If true, only unsubscribed contacts. If false, only contacts that have not unsubscribed.',
  status:
    '`active` contacts can receive email. Active contacts are `engaged`, `new` or `inactive`. `engaged` contacts have opened an email within 90 days. `new` contacts have never opened an email, and their first email, if any, was sent within the last 60 days. All other active contacts are `inactive`. The other values are reasons why a contact does not receive email.',
  last_opened_after: `Contacts whose last open was ${AFTER}.`,
  last_opened_before: `Contacts whose last open was ${BEFORE}. Contacts that have never opened an email are excluded.`,
  last_clicked_after: `Contacts whose last click was ${AFTER}.`,
  last_clicked_before: `Contacts whose last click was ${BEFORE}. Contacts that have never clicked a link are excluded.`,
  last_sent_after: `Contacts that were last sent an email ${AFTER}.`,
  last_sent_before: `Contacts that were last sent an email ${BEFORE}. Contacts that have never been sent an email are excluded.`,
  created_after: `Contacts created ${AFTER}.`,
  created_before: `Contacts created ${BEFORE}.`,
  never_opened: 'If true, only contacts that have never opened an email.',
  never_clicked: 'If true, only contacts that have never clicked a link.',
  never_sent: 'If true, only contacts that have never been sent an email.',
  in_list_ids: 'Contacts in any of these lists.',
  not_in_list_ids: 'Contacts that are not in any of these lists.',
  tag_ids: 'Contacts with any of these tags.',
  not_tag_ids: 'Contacts without any of these tags.',
  segment_id: 'Postrider extension. Contacts in this segment.',
  opened_campaign_id: 'Contacts that opened this campaign.',
  not_opened_campaign_id: 'Contacts that were sent this campaign but did not open it.',
  clicked_campaign_id: 'Contacts that clicked a link in this campaign.',
};
