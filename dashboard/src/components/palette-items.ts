import type { Answer } from '../api.ts';
import type { ActionRow } from '../actions.ts';

/** Effect of choosing an entry in the command palette. */
export type Deed =
  | { readonly what: 'go'; readonly to: string; readonly filters?: Readonly<Record<string, string>> }
  /** Opens the page of a domain. First looks up the domain by name, because the page needs the ID. */
  | { readonly what: 'domain'; readonly name: string }
  /** Replaces the text in the search field with the start of a command, which the user then completes. */
  | { readonly what: 'fill'; readonly text: string }
  | { readonly what: 'account'; readonly id: number }
  | { readonly what: 'do'; readonly name: string };

export interface Item {
  readonly label: string;
  /** Type of the entry, which is shown next to its label. */
  readonly kind: string;
  readonly deed: Deed;
  /** Additional search words. */
  readonly words?: string | undefined;
}

/** Data about a page that the command palette searches. */
export interface KnownPage {
  readonly area: string;
  readonly path: string;
  readonly label: string;
  readonly words?: string;
  /** Example for the parameter of the page, if it has one. */
  readonly example?: string;
}

/** Data that the command palette has before the user types anything. */
export interface Known {
  readonly pages: readonly KnownPage[];
  readonly actions: readonly ActionRow[];
  /** Names of actions that do not belong to a page. */
  readonly deeds: readonly { readonly name: string; readonly label: string; readonly words: string }[];
  readonly accounts: readonly { readonly id: number; readonly name: string; readonly email: string }[];
  readonly domains: readonly { readonly id: number; readonly domain: string }[];
  /** Objects that the server found in the account, best match first. */
  readonly found: readonly { readonly kind: FoundKind; readonly id: number; readonly name: string }[];
}

type FoundKind = Answer<'GET /dashboard/search'>['data'][number]['kind'];

/**
 * Kinds of objects that the search finds, each with its display name and the path of its page. Kinds without their own
 * page open the contact list, filtered by the object.
 */
const FOUND: Readonly<Record<FoundKind, { readonly name: string; readonly path: string; readonly filter?: string }>> = {
  campaign: { name: 'Campaign', path: '/campaigns/' },
  contact: { name: 'Contact', path: '/contacts/' },
  list: { name: 'List', path: '/lists/' },
  segment: { name: 'Segment', path: '/contacts', filter: 'filter[segment_id]' },
  contact_tag: { name: 'Contact tag', path: '/contacts', filter: 'filter[tag_ids][]' },
  form: { name: 'Form', path: '/forms/' },
  landing_page: { name: 'Landing page', path: '/landing-pages/' },
  automation: { name: 'Automation', path: '/automations/' },
  template: { name: 'Template', path: '/templates/' },
};

const MAX_DOMAINS = 5;
/** Maximum number of pages and actions that are listed before the objects of the account. */
const MAX_PAGES = 4;
const DOMAIN = /^(?:domain\s+)?((?:[^\s@./]+\.)+[^\s@./]{2,})$/i;

/**
 * Returns the domain if the text is a domain, optionally preceded by the word `domain`. Otherwise returns undefined.
 */
export function domainIn(text: string): string | undefined {
  return DOMAIN.exec(text.trim())?.[1]?.toLowerCase();
}

/**
 * Returns the entries that match the text, best match first: entries that the text identifies exactly, followed by
 * entries whose names match.
 */
export function itemsFor(text: string, known: Known): readonly Item[] {
  const wanted = text.trim();
  const pages = called(folded(wanted), known);
  return [...named(wanted, known), ...pages.slice(0, MAX_PAGES), ...objects(known), ...pages.slice(MAX_PAGES)];
}

/** Returns the entries for the objects that the server found. */
function objects({ found }: Known): readonly Item[] {
  return found.map(({ id, kind, name: label }) => {
    const { filter, name, path } = FOUND[kind];
    const deed: Deed =
      filter === undefined
        ? { what: 'go', to: `${path}${id}` }
        : { what: 'go', to: path, filters: { [filter]: String(id) } };
    return { label, kind: name, deed };
  });
}

/**
 * Returns the entries for text that is an ID, an email address, a domain, or a noun that is followed by an ID or a
 * name.
 */
function named(wanted: string, { domains, pages }: Known): readonly Item[] {
  const address = wanted.toLowerCase();
  if (/^[^\s@]+@[^\s@]+$/.test(wanted)) {
    return [
      {
        label: `Messages to ${address}`,
        kind: 'Search',
        deed: { what: 'go', to: '/messages', filters: { to: address } },
      },
      {
        label: `Contacts with ${address}`,
        kind: 'Search',
        deed: { what: 'go', to: '/contacts', filters: { 'filter[email]': address } },
      },
      {
        label: `Suppressions for ${address}`,
        kind: 'Search',
        deed: { what: 'go', to: '/suppressions', filters: { query: address } },
      },
    ];
  }
  const name = domainIn(wanted);
  if (name !== undefined) {
    const own = domains.find(({ domain }) => domain === name);
    return [domainItem(name, own?.id)];
  }
  const noun = pages.find((page) => page.example !== undefined && idOf(page, wanted) !== undefined);
  if (!noun) return [];
  const id = idOf(noun, wanted) ?? '';
  return [{ label: `${noun.label} ${id}`, kind: 'Open', deed: { what: 'go', to: filled(noun.path, id) } }];
}

/**
 * Returns the parameter for a page if the text contains one: a noun followed by the parameter (`tag receipt`), or an ID
 * whose prefix matches the page's example. Otherwise returns undefined.
 */
function idOf({ example = '', label }: KnownPage, wanted: string): string | undefined {
  const [, prefix] = /^([a-z]+_)/.exec(example) ?? [];
  if (example.endsWith('…') && prefix !== undefined && new RegExp(`^${prefix}\\w+$`).test(wanted)) return wanted;
  if (!wanted.toLowerCase().startsWith(`${label.toLowerCase()} `)) return undefined;
  const id = wanted.slice(label.length).trim();
  // If IDs of this type are numeric, accept only a number. For example, “contact tags” does not refer to a contact.
  return id === '' || (isNumber(example) && !isNumber(id)) ? undefined : id;
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

function filled(path: string, id: string): string {
  return path.replace(/\$\w+/, encodeURIComponent(id));
}

function domainItem(name: string, id: number | undefined): Item {
  const deed: Deed = id === undefined ? { what: 'domain', name } : { what: 'go', to: `/domains/${id}` };
  return { label: `Domain ${name}`, kind: 'Open', deed };
}

/**
 * Returns the pages, actions, and accounts for which each word of the text is the start of a word, and the domains that
 * contain the text.
 */
function called(wanted: string, known: Known): readonly Item[] {
  const found = allItems(known)
    .map((item) => ({ item, rank: rankOf(wanted, item) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ item }) => item);
  return [...found, ...domainsLike(wanted, known)];
}

function allItems({ accounts, actions, deeds, pages }: Known): readonly Item[] {
  return [
    ...pages.filter(({ example }) => example === undefined).map(pageItem),
    ...actions.map(({ asks, label, to, words }) => ({
      label,
      words,
      kind: 'Action',
      deed: { what: 'go', to, ...(asks !== undefined && { filters: { do: asks } }) } as const,
    })),
    ...deeds.map(({ label, name, words }) => ({ label, words, kind: 'Action', deed: { what: 'do', name } as const })),
    ...accounts.map(({ email, id, name }) => ({
      label: `Switch to ${name}`,
      words: `change account ${email}`,
      kind: 'Account',
      deed: { what: 'account', id } as const,
    })),
    ...pages.flatMap(({ example, label }) =>
      example === undefined
        ? []
        : [{ label: `${label} …`, kind: `such as ${example}`, deed: { what: 'fill', text: `${label} ` } as const }],
    ),
  ];
}

function pageItem({ area, label, path, words }: KnownPage): Item {
  return { label, words: `${words ?? ''} ${area}`, kind: 'Page', deed: { what: 'go', to: path } };
}

/**
 * Returns the rank of an entry, where lower is better. The ranks, best first, are: the name starts with the text, words
 * of the name match, and additional search words match. Returns undefined if the entry does not match.
 */
function rankOf(wanted: string, { label, words = '' }: Item): number | undefined {
  const name = folded(label);
  if (name.startsWith(wanted)) return 0;
  const parts = wanted.split(/\s+/);
  if (parts.every((part) => hasWord(name, part))) return 1;
  return parts.every((part) => hasWord(`${name} ${folded(words)}`, part)) ? 2 : undefined;
}

/** Normalizes text so that letter case and Unicode forms do not matter. */
function folded(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

function hasWord(text: string, beginning: string): boolean {
  return text.split(/[\s-]+/).some((word) => word.startsWith(beginning));
}

function domainsLike(wanted: string, { domains }: Known): readonly Item[] {
  if (wanted === '' || domainIn(wanted) !== undefined) return [];
  const like = domains.filter(({ domain }) => domain.includes(wanted));
  return like.slice(0, MAX_DOMAINS).map(({ domain, id }) => domainItem(domain, id));
}
