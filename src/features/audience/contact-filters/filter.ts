/** How engaged a contact is, or why it is not mailed. */
export const STATUSES = [
  'active',
  'engaged',
  'inactive',
  'new',
  'unconfirmed',
  'unsubscribed',
  'bounced',
  'invalid',
] as const;
export type ContactStatus = (typeof STATUSES)[number];

/**
 * A filter over contacts, parsed: all of its conditions must hold. It names only what is known, and once it went through
 * `resolveFilter` only what is the account's.
 */
export interface ContactFilter {
  /** Words that all occur in address or names. */
  readonly query?: string;
  /** The whole address, in the form by which contacts are told apart. */
  readonly email?: string;
  readonly isUnsubscribed?: boolean;
  readonly status?: ContactStatus;
  readonly lastOpenedAfter?: Date;
  readonly lastOpenedBefore?: Date;
  readonly lastClickedAfter?: Date;
  readonly lastClickedBefore?: Date;
  readonly lastSentAfter?: Date;
  readonly lastSentBefore?: Date;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
  readonly neverOpened?: true;
  readonly neverClicked?: true;
  readonly neverSent?: true;
  readonly inListIds?: readonly number[];
  readonly notInListIds?: readonly number[];
  readonly tagIds?: readonly number[];
  readonly notTagIds?: readonly number[];
  readonly segmentId?: number;
  readonly openedCampaignId?: number;
  readonly notOpenedCampaignId?: number;
  readonly clickedCampaignId?: number;
}

export type FilterKey = keyof ContactFilter;

/** Of which kind the value of a condition is; `any` and `none` are ids, of which one at least or none must fit. */
export type ConditionKind =
  | 'query'
  | 'email'
  | 'boolean'
  | 'status'
  | 'time'
  | 'never'
  | 'any'
  | 'none'
  | 'id'
  | 'campaign';

/** Each condition: its name in the API, its key here, and its kind. */
export const CONDITIONS = [
  { name: 'query', key: 'query', kind: 'query' },
  { name: 'email', key: 'email', kind: 'email' },
  { name: 'unsubscribed', key: 'isUnsubscribed', kind: 'boolean' },
  { name: 'status', key: 'status', kind: 'status' },
  { name: 'last_opened_after', key: 'lastOpenedAfter', kind: 'time' },
  { name: 'last_opened_before', key: 'lastOpenedBefore', kind: 'time' },
  { name: 'last_clicked_after', key: 'lastClickedAfter', kind: 'time' },
  { name: 'last_clicked_before', key: 'lastClickedBefore', kind: 'time' },
  { name: 'last_sent_after', key: 'lastSentAfter', kind: 'time' },
  { name: 'last_sent_before', key: 'lastSentBefore', kind: 'time' },
  { name: 'created_after', key: 'createdAfter', kind: 'time' },
  { name: 'created_before', key: 'createdBefore', kind: 'time' },
  { name: 'never_opened', key: 'neverOpened', kind: 'never' },
  { name: 'never_clicked', key: 'neverClicked', kind: 'never' },
  { name: 'never_sent', key: 'neverSent', kind: 'never' },
  { name: 'in_list_ids', key: 'inListIds', kind: 'any' },
  { name: 'not_in_list_ids', key: 'notInListIds', kind: 'none' },
  { name: 'tag_ids', key: 'tagIds', kind: 'any' },
  { name: 'not_tag_ids', key: 'notTagIds', kind: 'none' },
  { name: 'segment_id', key: 'segmentId', kind: 'id' },
  { name: 'opened_campaign_id', key: 'openedCampaignId', kind: 'campaign' },
  { name: 'not_opened_campaign_id', key: 'notOpenedCampaignId', kind: 'campaign' },
  { name: 'clicked_campaign_id', key: 'clickedCampaignId', kind: 'campaign' },
] as const satisfies readonly { readonly name: string; readonly key: FilterKey; readonly kind: ConditionKind }[];

/** Several filters that all must hold (a filter and its segment), ready for SQL. */
export interface ResolvedFilter {
  readonly all: readonly ContactFilter[];
}

/** True when it has no condition, and so every contact keeps it. */
export function isEmptyFilter(filter: ContactFilter): boolean {
  return CONDITIONS.every(({ key }) => filter[key] === undefined);
}

/** The filter as the API writes it, dates as ISO strings; `parseFilter` reads it back. Pure. */
export function filterToJson(filter: ContactFilter): Record<string, unknown> {
  return Object.fromEntries(
    CONDITIONS.flatMap(({ key, name }) => {
      const value = filter[key];
      if (value === undefined) return [];
      return [[name, value instanceof Date ? value.toISOString() : value]];
    }),
  );
}
