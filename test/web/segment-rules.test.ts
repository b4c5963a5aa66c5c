import { describe, expect, it } from 'vitest';
import { ruleKindsOf } from '../../dashboard/src/pages/segments/rule-kinds.ts';
import { emptyRule, filterOfRules, hasGap, rulesOf } from '../../dashboard/src/pages/segments/rules.ts';

const KINDS = ruleKindsOf({
  lists: [{ value: '3', label: 'News' }],
  tags: [],
  campaigns: [],
  forms: [],
  imports: [],
  fields: [
    { id: 4, label: 'City', type: 'text' },
    { id: 5, label: 'Born', type: 'date' },
  ],
});

const city = (value: string) => ({ contact_field: { field_id: 4, operator: 'is' as const, value } });
const roundTrip = (filter: Parameters<typeof rulesOf>[1]): unknown => {
  const rules = rulesOf(KINDS, filter);
  return rules && filterOfRules(KINDS, rules);
};

describe('the conditions of a segment', () => {
  it.each([
    [{ status: 'active', in_list_ids: [3], created_after: '30 days ago', never_opened: true }],
    [{ created_before: '2026-01-31', last_sent_after: '2026-01-31T12:30:00.000Z', unsubscribed: false }],
    [{ all: [city('Berlin'), city('Bern')] }],
    [{ any: [city('Berlin'), { last_opened_after: '7 days ago' }] }],
    [
      {
        status: 'new',
        any: [city('Berlin'), city('Bern')],
        not: { any: [{ in_list_ids: [3] }, { never_sent: true }] },
      },
    ],
    [{ any: [{ all: [city('Berlin'), { status: 'new' }] }, { not: { tag_ids: [7] } }] }],
    [{ opened_emails: { at_least: 3, after: '30 days ago' }, clicked_emails: { at_most: 0 } }],
    [{ contact_field: { field_id: 5, operator: 'anniversary_in_days', value: 7 } }],
    [{ contact_field: { field_id: 5, operator: 'is_empty' } }],
  ] as Parameters<typeof rulesOf>[1][][])('are kept when a filter is edited: %j', (filter) => {
    // Compare numbers and strings as equal, because forms submit numbers as strings and the API accepts them.
    expect(JSON.stringify(roundTrip(filter)).replaceAll('"value":"7"', '"value":7')).toBe(JSON.stringify(filter));
  });

  it('shorten a time at midnight to a date', () => {
    expect(roundTrip({ created_after: '2026-01-31T00:00:00.000Z' })).toEqual({ created_after: '2026-01-31' });
  });

  it.each([
    [{ any: [{ status: 'active' }], not: { status: 'new', never_sent: true } }],
    [{ all: [{ any: [{ not: { status: 'new' } }] }] }],
    [{ opened_emails: { at_least: 1, at_most: 3 } }],
    [{ created_after: 'in 7 days' }],
    [{ contact_field: { field_id: 99, operator: 'is', value: 'x' } }],
  ] as Parameters<typeof rulesOf>[1][][])('are not shown if the form has no controls for them: %j', (filter) => {
    expect(rulesOf(KINDS, filter)).toBeUndefined();
  });

  it('are left out while they have no value', () => {
    const rules = { how: 'all', rules: [emptyRule()], groups: [] } as const;
    expect(hasGap(KINDS, rules)).toBe(true);
    expect(filterOfRules(KINDS, rules)).toEqual({});
  });
});
