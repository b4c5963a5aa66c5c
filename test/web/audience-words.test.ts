import { describe, expect, it } from 'vitest';
import { curlOf, filterOf, isNarrowed, queryOf } from '../../dashboard/src/pages/contacts/contact-filters.ts';
import { resultOf, sentenceOf } from '../../dashboard/src/pages/contacts/bulk-words.ts';
import { byDay, entriesOf } from '../../dashboard/src/pages/contacts/timeline-entries.ts';

const ADDRESSED = {
  filters: { 'filter[status]': 'engaged', 'filter[never_clicked]': 'true', page: '3', do: 'add', 'filter[email]': '' },
  lists: { 'filter[in_list_ids][]': ['7', '9'], 'filter[tag_ids][]': [], 'past[]': ['x'] },
};

describe('the conditions of a URL', () => {
  it('are the conditions of the list without the page', () => {
    expect(queryOf(ADDRESSED)).toEqual({
      'filter[status]': 'engaged',
      'filter[never_clicked]': 'true',
      'filter[in_list_ids][]': ['7', '9'],
    });
    expect(isNarrowed(ADDRESSED)).toBe(true);
    expect(isNarrowed({ filters: { page: '2' }, lists: {} })).toBe(false);
  });

  it('are converted to numbers and booleans for bulk actions', () => {
    expect(filterOf(ADDRESSED)).toEqual({ status: 'engaged', never_clicked: true, in_list_ids: [7, 9] });
    expect(filterOf({ filters: { 'filter[segment_id]': '4', 'filter[unsubscribed]': 'false' }, lists: {} })).toEqual({
      segment_id: 4,
      unsubscribed: false,
    });
  });

  it('are a single shell command, whatever they contain', () => {
    const query = queryOf({ filters: { 'filter[query]': "o'hara" }, lists: { 'filter[tag_ids][]': ['1', '2'] } });
    expect(curlOf('https://post.example', query)).toBe(
      `curl 'https://post.example/contacts?filter%5Bquery%5D=o%27hara&filter%5Btag_ids%5D%5B%5D=1&filter%5Btag_ids%5D%5B%5D=2' -H "Authorization: Bearer $POSTRIDER_TOKEN"`,
    );
  });
});

it.each([
  ['apply_tag', 'Apply “VIP” to 4,812 contacts', '1 contact now has the tag “VIP”.'],
  ['remove_tag', 'Remove “VIP” from 4,812 contacts', '1 contact no longer has the tag “VIP”.'],
  ['add_to_list', 'Add 4,812 contacts to “VIP”', '1 contact is now in the list “VIP”.'],
  ['remove_from_list', 'Remove 4,812 contacts from “VIP”', '1 contact is no longer in the list “VIP”.'],
] as const)('%s is described before and after it is done', (action, before, after) => {
  expect(sentenceOf(action, 'VIP', 4_812)).toBe(before);
  expect(resultOf(action, 'VIP', 1)).toBe(after);
});

describe('a timeline', () => {
  const at = (hour: number): string => new Date(Date.UTC(2026, 5, 1, hour)).toISOString();
  const contact = {
    id: 1,
    email: 'ann@example.org',
    first_name: 'Ann',
    last_name: '',
    ip_address: null,
    unsubscribed_at: at(30),
    bounced_at: at(31),
    invalid_at: null,
    confirmed_at: at(1),
    form_id: 4,
    is_tracked: true,
    language: null,
    lists: [],
    contact_fields: [],
    created_at: at(0),
    updated_at: at(0),
  };
  const mail = {
    campaign_title: 'June',
    campaign_id: 7,
    sent_at: at(26),
    opened_at: at(28),
    clicked_at: null,
    bounced_at: null,
    unsubscribed_at: at(30),
    spam_at: null,
  };

  it('contains each event once, newest first, grouped by day', () => {
    const consent = {
      id: 2,
      text: 'Yes',
      given_at: at(0),
      source: 'dashboard' as const,
      ip: '192.0.2.1',
      recorded_by: 'Ada',
      created_at: at(0),
    };
    const imported = { imported_at: null, imported_from: null };
    const entries = entriesOf({ contact, imported, consents: [consent], deliverables: [mail], messages: [] });
    expect(entries.map(({ title }) => title)).toEqual([
      'Hard bounce',
      'Unsubscribed through “June”',
      'Opened “June”',
      'Sent “June”',
      'Confirmed the email address',
      'Signed up through a form',
      'Gave consent',
    ]);
    expect(entries.at(-1)).toMatchObject({ quote: 'Yes', detail: 'Recorded in the dashboard by Ada, from 192.0.2.1.' });
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
    const days = byDay(entries, (moment) => moment.slice(0, 10));
    expect(days.map(({ day, entries: of }) => [day, of.length])).toEqual([
      ['2026-06-02', 4],
      ['2026-06-01', 3],
    ]);
  });

  it.each([
    ['a date in the file', 1, 'readers.csv', ['Imported from readers.csv']],
    ['the time of the import', 2, 'readers.csv', ['Imported from readers.csv']],
    ['a link after the import', 3, 'readers.csv', ['Confirmed the email address', 'Imported from readers.csv']],
    ['a date in a deleted file', 1, null, ['Imported from a file']],
  ])('of an imported contact confirmed by %s contains the import', (_what, hour, file, titles) => {
    const own = { ...contact, form_id: null, bounced_at: null, unsubscribed_at: null, confirmed_at: at(hour) };
    const imported = { imported_at: at(2), imported_from: file };
    const entries = entriesOf({ contact: own, imported, consents: [], deliverables: [], messages: [] });
    expect(entries.map(({ title }) => title)).toEqual(titles);
  });
});
