import type { ActionRow } from '../actions.ts';

/** What choosing a row of the palette does. */
export type Deed =
  | { readonly what: 'go'; readonly to: string; readonly filters?: Readonly<Record<string, string>> }
  /** Looked up by its name, because pages have numbers. */
  | { readonly what: 'domain'; readonly name: string }
  /** Goes on with a text to be completed. */
  | { readonly what: 'fill'; readonly text: string }
  | { readonly what: 'account'; readonly id: number }
  | { readonly what: 'do'; readonly name: string };

export interface Item {
  readonly label: string;
  /** What it is, beside the label. */
  readonly kind: string;
  readonly deed: Deed;
  /** Further words by which it is found. */
  readonly words?: string | undefined;
}

/** A page, as far as it is found by its words. */
export interface KnownPage {
  readonly area: string;
  readonly path: string;
  readonly label: string;
  readonly words?: string;
  /** Of a page with a parameter: what one looks like. */
  readonly example?: string;
}

/** All that is known to the palette, before a letter is typed. */
export interface Known {
  readonly pages: readonly KnownPage[];
  readonly actions: readonly ActionRow[];
  /** Actions that lead nowhere: their names come back as deeds. */
  readonly deeds: readonly { readonly name: string; readonly label: string; readonly words: string }[];
  readonly accounts: readonly { readonly id: number; readonly name: string; readonly email: string }[];
  readonly domains: readonly { readonly id: number; readonly domain: string }[];
}

const MOST_DOMAINS = 5;
const DOMAIN = /^(?:domain\s+)?((?:[^\s@./]+\.)+[^\s@./]{2,})$/i;

/** The domain that a text names; undefined when it names none. */
export function domainIn(text: string): string | undefined {
  return DOMAIN.exec(text.trim())?.[1]?.toLowerCase();
}

/** What fits a text, the best first: what it names as a whole, then what is called so. */
export function itemsFor(text: string, known: Known): readonly Item[] {
  const wanted = text.trim();
  return [...named(wanted, known), ...called(folded(wanted), known)];
}

/** An id, an address, a domain, or a noun with what it is the noun of. */
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

/** The parameter of a page that a text gives: `tag receipt`, or an id that tells by its beginning what it is of. */
function idOf({ example = '', label }: KnownPage, wanted: string): string | undefined {
  const [, prefix] = /^([a-z]+_)/.exec(example) ?? [];
  if (example.endsWith('…') && prefix !== undefined && new RegExp(`^${prefix}\\w+$`).test(wanted)) return wanted;
  if (!wanted.toLowerCase().startsWith(`${label.toLowerCase()} `)) return undefined;
  const id = wanted.slice(label.length).trim();
  // What has a number is named by it: “contact tags” is no contact.
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

/** Pages, actions and accounts whose words begin as each word of the text does. */
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

/** The lower, the nearer: a name that begins so, one with such words, one that is found by its further words. */
function rankOf(wanted: string, { label, words = '' }: Item): number | undefined {
  const name = folded(label);
  if (name.startsWith(wanted)) return 0;
  const parts = wanted.split(/\s+/);
  if (parts.every((part) => hasWord(name, part))) return 1;
  return parts.every((part) => hasWord(`${name} ${folded(words)}`, part)) ? 2 : undefined;
}

/** A text without what spellings of it differ in: letter case, and accents composed or decomposed. */
function folded(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

function hasWord(text: string, beginning: string): boolean {
  return text.split(/[\s-]+/).some((word) => word.startsWith(beginning));
}

function domainsLike(wanted: string, { domains }: Known): readonly Item[] {
  if (wanted === '' || domainIn(wanted) !== undefined) return [];
  const like = domains.filter(({ domain }) => domain.includes(wanted));
  return like.slice(0, MOST_DOMAINS).map(({ domain, id }) => domainItem(domain, id));
}
