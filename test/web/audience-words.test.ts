import { describe, expect, it } from 'vitest';
import { curlOf, filterOf, isNarrowed, queryOf } from '../../dashboard/src/pages/contacts/contact-filters.ts';
import { resultOf, sentenceOf } from '../../dashboard/src/pages/contacts/bulk-words.ts';
import { byDay, wordsOf } from '../../dashboard/src/pages/contacts/timeline-entries.ts';

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
  const entry = { key: 'k', at: at(1), kind: 'emails', name: null, object_id: null, details: {} } as const;

  it.each([
    [{ type: 'added', details: { source: 'import' }, name: 'readers.csv' }, 'Imported from readers.csv'],
    [{ type: 'added', details: { source: 'import' } }, 'Imported from a file'],
    [{ type: 'added', details: { source: 'form' }, object_id: '4' }, 'Signed up through a form'],
    [{ type: 'added', details: { source: 'other' } }, 'Contact added'],
    [{ type: 'list', name: 'News', object_id: '3' }, 'Added to the list “News”'],
    [{ type: 'opened', name: 'June', object_id: '7', details: { campaign_kind: 'campaign' } }, 'Opened “June”'],
    [{ type: 'opened', object_id: '7', details: { campaign_kind: null } }, 'Opened a deleted email'],
    [{ type: 'unsubscribed' }, 'Unsubscribed'],
    [{ type: 'bounced' }, 'Hard bounce'],
    [{ type: 'invalid' }, 'Email address marked as invalid'],
    [{ type: 'entered_automation', name: 'Welcome', object_id: '2' }, 'Entered the automation “Welcome”'],
  ] as const)('describes the entry %j', (own, title) => {
    expect(wordsOf({ ...entry, ...own }).title).toBe(title);
  });

  it('shows what a contact agreed to, clicked, and did', () => {
    const details = { text: 'Yes', source: 'dashboard', recorded_by: 'Ada', ip_address: '192.0.2.1' };
    expect(wordsOf({ ...entry, type: 'consented', details })).toMatchObject({
      quote: 'Yes',
      detail: 'Recorded in the dashboard by Ada, from 192.0.2.1.',
    });
    const links = ['https://a.example', 'https://b.example'];
    expect(wordsOf({ ...entry, type: 'clicked', name: 'June', object_id: '7', details: { links } }).detail).toBe(
      'https://a.example, https://b.example',
    );
    const properties = { plan: 'pro', seats: 3 };
    expect(wordsOf({ ...entry, type: 'event', name: 'order.placed', details: { properties } })).toMatchObject({
      title: 'Event “order.placed”',
      detail: 'plan: pro, seats: 3',
    });
  });

  it('links an email of an automation to the automation, and a confirmation email to nothing', () => {
    const sent = { ...entry, type: 'sent', name: 'Hello', object_id: '5' } as const;
    expect(wordsOf({ ...sent, details: { campaign_kind: 'automation' } }).to).toEqual({
      path: '/automations/$id',
      id: '5',
    });
    expect(wordsOf({ ...sent, details: { campaign_kind: 'confirmation' } }).to).toBeUndefined();
  });

  it('is grouped by day without changing the order', () => {
    const entries = [at(30), at(26), at(1)].map((moment) => wordsOf({ ...entry, at: moment, type: 'confirmed' }));
    const days = byDay(entries, (moment) => moment.slice(0, 10));
    expect(days.map(({ day, entries: of }) => [day, of.length])).toEqual([
      ['2026-06-02', 2],
      ['2026-06-01', 1],
    ]);
  });
});
