import type { Answer } from '../../api.ts';
import type { Tone } from '../../components/badge.tsx';
import type { Choice } from '../../components/choice.ts';
import { count, plural } from '../../words.ts';

export type Import = Answer<'GET /contacts/imports/{id}'>;

/** Color of each import status. */
export const STATES: Readonly<Record<Import['state'], Tone>> = {
  ready: 'warn',
  waiting: 'info',
  running: 'info',
  done: 'ok',
  failed: 'bad',
  cancelled: 'plain',
  undoing: 'info',
  undone: 'plain',
};

/** Returns whether the import is in progress or waiting to start. */
export function isOpen({ state }: Import): boolean {
  return state === 'waiting' || state === 'running' || state === 'undoing';
}

/** Describes the results of an import. */
export function outcomeOf({ added, kept, known, rejected, state, undone, values_left_out: left }: Import): string {
  if (state === 'ready') return 'Map the columns to start this import.';
  if (state === 'undoing' || state === 'undone') {
    const stay =
      kept === 0 ? '' : ` ${plural(kept, 'changed or used contact was', 'changed or used contacts were')} kept.`;
    return `${count(undone)} of ${count(added)} deleted.${stay}`;
  }
  const values = left === 0 ? '' : ` ${plural(left, 'value')} omitted.`;
  return `${count(added)} added, ${count(known)} already existed, ${count(rejected)} rejected.${values}`;
}

const TARGETS: readonly (Choice & { readonly hint?: string })[] = [
  { value: 'ignore', label: 'Ignore this column' },
  { value: 'email', label: 'Email address' },
  { value: 'first_name', label: 'First name' },
  { value: 'last_name', label: 'Last name' },
  { value: 'name', label: 'Full name', hint: 'The name is split at the first space.' },
  { value: 'language', label: 'Language', hint: 'Each value is a language tag, such as “de” or “pt-BR”.' },
  { value: 'timezone', label: 'Time zone', hint: 'Each value is an IANA time zone, such as “Europe/Berlin”.' },
  { value: 'lists', label: 'Lists', hint: 'Separate names with commas. Missing lists are created.' },
  { value: 'tags', label: 'Tags', hint: 'Separate names with commas. Missing tags are created.' },
  {
    value: 'status',
    label: 'Status',
    hint: 'Each value is a status, such as “subscribed”, “unsubscribed”, or “bounced”.',
  },
  { value: 'created_at', label: 'Signed up at' },
  { value: 'confirmed_at', label: 'Confirmed at' },
  { value: 'unsubscribed_at', label: 'Unsubscribed', hint: 'Each value can be a date, “yes”, or “no”.' },
  { value: 'bounced_at', label: 'Bounced', hint: 'Each value can be a date, “yes”, or “no”.' },
  { value: 'invalid_at', label: 'Invalid', hint: 'Each value can be a date, “yes”, or “no”.' },
  { value: 'ip_address', label: 'IP address' },
  { value: 'attributes', label: 'Fields as JSON', hint: 'Each value is a JSON object with field names as keys.' },
];

/**
 * Returns the fields that a column can be imported into: built-in fields, custom fields, and a new field with the name
 * of the header.
 */
export function targetsFor(
  heading: string,
  fields: readonly { readonly name: string; readonly label: string }[],
): readonly (Choice & { readonly hint?: string })[] {
  const own = fields.map(({ label, name }) => ({ value: `field:${name}`, label, hint: 'Custom field' }));
  const fresh = heading === '' ? [] : [{ value: `new_field:${heading}`, label: `New field: ${heading}` }];
  return [...TARGETS, ...own, ...fresh];
}

/** Returns whether a mapping contains a date field, for which the order of day and month matters. */
export function hasDates(mapping: readonly string[], dateFields: ReadonlySet<string>): boolean {
  return mapping.some((target) => target.endsWith('_at') || dateFields.has(target));
}

export const CONSENT_STATUSES: readonly Choice[] = [
  { value: 'subscribed', label: 'Subscribed' },
  { value: 'unconfirmed', label: 'Unconfirmed' },
  { value: 'unsubscribed', label: 'Unsubscribed' },
  { value: 'bounced', label: 'Bounced' },
  { value: 'invalid', label: 'Invalid address' },
];

export const DATE_ORDERS: readonly Choice[] = [
  { value: 'month_first', label: 'Month first: 3/4 is March 4' },
  { value: 'day_first', label: 'Day first: 3/4 is April 3' },
];

/** Statuses that the user can choose for a value in a consent column. */
export const MEANINGS: readonly Choice[] = [...CONSENT_STATUSES, { value: 'ignore', label: 'Ignore' }];
