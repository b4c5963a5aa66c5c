import { addressOf, type Answer, type Input } from '../../api.ts';
import type { Choice } from '../../components/choice.ts';
import type { Condition } from '../../conditions.ts';
import type { Addressed } from '../../filter-parts.ts';
import { contactLanguages } from '../../languages.ts';
import { shellQuoted } from '../../shell-quoted.ts';

type Query = NonNullable<Input<'GET /contacts'>['query']>;
/** Conditions in the format that segments and bulk actions use. */
export type Filter = NonNullable<Input<'POST /contacts/bulk-actions'>['body']['filter']>;

/** Query parameter for the search text. */
export const SEARCH = 'filter[query]';
/** Query parameter for the segment that is shown. */
export const SEGMENT = 'filter[segment_id]';
/** Query parameter for the status of contacts. */
export const STATUS = 'filter[status]';

/** Choices for the status of contacts. */
export const STATUSES: readonly Choice[] = [
  { value: 'active', label: 'Active' },
  { value: 'engaged', label: 'Engaged: opened an email in the last 90 days' },
  { value: 'new', label: 'New: first emailed in the last 60 days, no opens yet' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'unconfirmed', label: 'Unconfirmed' },
  { value: 'unsubscribed', label: 'Unsubscribed' },
  { value: 'bounced', label: 'Bounced' },
  { value: 'invalid', label: 'Invalid address' },
];

/** The lists, tags, segments, and campaigns that conditions can refer to. */
export interface Chosen {
  readonly lists: readonly Choice[];
  readonly tags: readonly Choice[];
  readonly segments?: readonly Choice[];
  /** Only set for segments, because the list of contacts cannot be filtered by campaign. */
  readonly campaigns?: readonly Choice[];
}

type Control = { readonly label: string } & (
  | { readonly kind: 'text'; readonly placeholder?: string }
  | { readonly kind: 'date' | 'flag' | 'yesno' }
  /** A condition without choices is hidden. */
  | { readonly kind: 'one' | 'many'; readonly choices: (chosen: Chosen) => readonly Choice[] | undefined }
);

/**
 * The form control for each condition, in the order in which they are shown. Null if the page has another control for
 * the condition.
 */
const CONTROLS: { readonly [Name in Exclude<keyof Filter, 'all' | 'any' | 'not'>]-?: Control | null } = {
  query: null,
  contact_field: null,
  opened_emails: null,
  clicked_emails: null,
  form_ids: null,
  import_id: null,
  status: { label: 'Status', kind: 'one', choices: () => STATUSES },
  language: { label: 'Language', kind: 'one', choices: () => contactLanguages() },
  in_list_ids: { label: 'In any of these lists', kind: 'many', choices: ({ lists }) => lists },
  not_in_list_ids: { label: 'In none of these lists', kind: 'many', choices: ({ lists }) => lists },
  tag_ids: { label: 'With any of these tags', kind: 'many', choices: ({ tags }) => tags },
  not_tag_ids: { label: 'With none of these tags', kind: 'many', choices: ({ tags }) => tags },
  segment_id: { label: 'Segment', kind: 'one', choices: ({ segments }) => segments },
  created_after: { label: 'Added on or after', kind: 'date' },
  created_before: { label: 'Added before', kind: 'date' },
  last_opened_after: { label: 'Last opened on or after', kind: 'date' },
  last_opened_before: { label: 'Last opened before', kind: 'date' },
  never_opened: { label: 'Never opened', kind: 'flag' },
  last_clicked_after: { label: 'Last clicked on or after', kind: 'date' },
  last_clicked_before: { label: 'Last clicked before', kind: 'date' },
  never_clicked: { label: 'Never clicked', kind: 'flag' },
  last_sent_after: { label: 'Last emailed on or after', kind: 'date' },
  last_sent_before: { label: 'Last emailed before', kind: 'date' },
  never_sent: { label: 'Never emailed', kind: 'flag' },
  opened_campaign_id: { label: 'Opened campaign', kind: 'one', choices: ({ campaigns }) => campaigns },
  not_opened_campaign_id: {
    label: 'Received but did not open campaign',
    kind: 'one',
    choices: ({ campaigns }) => campaigns,
  },
  clicked_campaign_id: { label: 'Clicked a link in campaign', kind: 'one', choices: ({ campaigns }) => campaigns },
  not_clicked_campaign_id: {
    label: 'Received but did not click in campaign',
    kind: 'one',
    choices: ({ campaigns }) => campaigns,
  },
  sent_campaign_id: { label: 'Received campaign', kind: 'one', choices: ({ campaigns }) => campaigns },
  not_sent_campaign_id: { label: 'Did not receive campaign', kind: 'one', choices: ({ campaigns }) => campaigns },
  unsubscribed: { label: 'Unsubscribed', kind: 'yesno' },
  email: { label: 'Email address is', kind: 'text', placeholder: 'ada@example.com' },
};

/**
 * Returns the filter conditions for contacts. Each condition has the name of its query parameter in the API.
 */
export function conditionsOf(chosen: Chosen): readonly Condition[] {
  return Object.entries(CONTROLS).flatMap(([name, control]): Condition[] => {
    if (control === null) return [];
    if (!('choices' in control)) return [{ ...control, name: `filter[${name}]` }];
    const choices = control.choices(chosen);
    return choices ? [{ ...control, choices, name: `filter[${name}]${control.kind === 'many' ? '[]' : ''}` }] : [];
  });
}

const NAME = /^filter\[(\w+)\](\[\])?$/;

/** Returns the name and the value of each condition in a URL. */
function conditionsIn({ filters, lists }: Addressed): [string, string | readonly string[]][] {
  return [...Object.entries(filters), ...Object.entries(lists)].flatMap(([name, value]) =>
    NAME.test(name) && value !== undefined && value.length > 0 ? [[name, value] as [string, typeof value]] : [],
  );
}

/** Returns whether a URL contains conditions. */
export function isNarrowed(addressed: Addressed): boolean {
  return conditionsIn(addressed).length > 0;
}

/** Returns the conditions in a URL as query parameters of the API. */
export function queryOf(addressed: Addressed): Query {
  // Safe cast: the names are parameters of the list, and the API rejects invalid values.
  return Object.fromEntries(conditionsIn(addressed)) as Query;
}

/** Returns the conditions in a URL in the format that segments and bulk actions use. */
export function filterOf(addressed: Addressed): Filter {
  const entries = conditionsIn(addressed).map(([name, value]) => {
    const [, key = ''] = NAME.exec(name) ?? [];
    if (key.endsWith('_ids')) return [key, [value].flat().map(Number)];
    if (key.endsWith('_id')) return [key, Number(value)];
    const kind = kindOf(key);
    return [key, kind === 'flag' || kind === 'yesno' ? value === 'true' : value];
  });
  return Object.fromEntries(entries) as Filter;
}

/** Returns the type of a condition, or undefined for unknown names, which URLs can contain. */
function kindOf(name: string): Control['kind'] | undefined {
  return Object.hasOwn(CONTROLS, name) ? CONTROLS[name as keyof typeof CONTROLS]?.kind : undefined;
}

type Contact = Answer<'GET /contacts/{id}'>;

/** Returns the most important reason why a contact receives no email, or `active` if there is no such reason. */
export function contactStatusOf(contact: Contact): 'invalid' | 'bounced' | 'unsubscribed' | 'unconfirmed' | 'active' {
  if (contact.invalid_at !== null) return 'invalid';
  if (contact.bounced_at !== null) return 'bounced';
  if (contact.unsubscribed_at !== null) return 'unsubscribed';
  return contact.confirmed_at === null ? 'unconfirmed' : 'active';
}

/** Returns the display name of a contact. */
export function nameOf({ email, first_name: first, last_name: last }: Contact): string {
  return `${first} ${last}`.trim() || email;
}

/** Returns a shell command that requests the contacts that match a query. The user must insert the token. */
export function curlOf(baseUrl: string, query: Query): string {
  const address = baseUrl + addressOf('/contacts', { query });
  return `curl ${shellQuoted(address)} -H "Authorization: Bearer $POSTRIDER_TOKEN"`;
}

/** Returns the URL of a file that contains the contacts that match a query. */
export function exportOf(query: Query, format: string): string {
  return addressOf('/contacts/export', { query: { ...query, format } });
}
