import type { KnownName, KnownNames, NameKind } from './source.ts';

/** A custom field of contacts. */
export interface ContactField {
  readonly name: string;
  readonly kind: NameKind;
}

/** Data that merge tags can insert. */
export interface Mergeable {
  readonly fields: readonly ContactField[];
  /** Values that all emails of the account share, keyed by merge tag without the prefix `account.`. */
  readonly account: Readonly<Record<string, string>>;
  /** Link numbers by merge tag, such as `unsubscribe_url`. */
  readonly links: Readonly<Record<string, number>>;
}

/** Fields that every contact has, with their API names. */
const CONTACT: readonly (ContactField & { readonly isGiven: boolean })[] = [
  { name: 'email', kind: 'text', isGiven: true },
  { name: 'first_name', kind: 'text', isGiven: false },
  { name: 'last_name', kind: 'text', isGiven: false },
  { name: 'language', kind: 'text', isGiven: false },
];

/**
 * Names that Liquid or merge tags use themselves. A custom field with such a name is available only as
 * `contact.<name>`.
 */
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
 * Returns the names that are available in an email to contacts, such as `contact.first_name` and its short form
 * `first_name`, `account.name`, and `unsubscribe_url`. Recipient values are stored under the short names.
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

/** Returns the known name that the author probably meant, or undefined if none is similar. */
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

/** Normalizes spelling variants such as `firstName`, `first-name` and `FIRST_NAME`. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')
    .slice(0, 40);
}

/**
 * Returns the minimum number of insertions, deletions, and substitutions that turn one name into the other (Levenshtein
 * distance).
 */
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
