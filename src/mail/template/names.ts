import type { KnownName, KnownNames, NameKind } from './source.ts';

/** A custom field of contacts. */
export interface ContactField {
  readonly name: string;
  readonly kind: NameKind;
}

/** What there is to merge. */
export interface Mergeable {
  readonly fields: readonly ContactField[];
  /** What is the same for all mails of the account, by its name behind `account.`. */
  readonly account: Readonly<Record<string, string>>;
  /** Numbers of links by name: unsubscribe_url, preferences_url, view_in_browser_url. */
  readonly links: Readonly<Record<string, number>>;
}

/** What every contact has, under the names of the API. */
const CONTACT: readonly (ContactField & { readonly isGiven: boolean })[] = [
  { name: 'email', kind: 'text', isGiven: true },
  { name: 'first_name', kind: 'text', isGiven: false },
  { name: 'last_name', kind: 'text', isGiven: false },
];

/** Words of the language and of what is merged: a field of such a name is reached behind `contact.` only. */
const RESERVED = new Set([
  'contact',
  'account',
  'links',
  'forloop',
  'now',
  'today',
  'in',
  'or',
  'and',
  'not',
  'contains',
  'true',
  'false',
  'nil',
  'null',
  'empty',
  'blank',
  'size',
  'first',
  'last',
]);

/**
 * The names that may stand in a mail to contacts: `contact.first_name` and, short, `first_name`; custom fields likewise;
 * `account.name`; addresses such as `unsubscribe_url`. The recipient's values are found under the short names.
 */
export function mergeNames({ account, fields, links }: Mergeable): KnownNames {
  const names: Record<string, KnownName> = Object.create(null) as Record<string, KnownName>;
  const add = (name: string, known: KnownName): void => {
    names[name] ??= known;
  };
  for (const [name, link] of Object.entries(links)) add(name, { kind: 'url', link });
  for (const [name, value] of Object.entries(account)) add(`account.${name}`, { kind: 'text', value });
  for (const field of [...CONTACT, ...fields.map((field) => ({ ...field, isGiven: false }))]) {
    const known = { kind: field.kind, slot: field.name, isGiven: field.isGiven };
    add(`contact.${field.name}`, known);
    if (!RESERVED.has(field.name)) add(field.name, known);
  }
  return names;
}

/** The name that was probably meant; undefined when none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name);
  const short = plain(name.slice(name.lastIndexOf('.') + 1));
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const to = plain(candidate);
    const distance = Math.min(editDistance(wanted, to), editDistance(short, to) + 0.5);
    if (distance < least && distance <= Math.max(1.5, to.length / 3)) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** Names are taken for one another by how they are written: `firstName`, `first-name`, `FIRST_NAME`. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')
    .slice(0, 40);
}

/** Characters to be put in, taken away or changed (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
