import { domainToASCII } from 'node:url';
import type { ContactStatus } from './kinds.ts';

/**
 * Maximum number of words in a search. In a longer search, the rest of the search counts as the last word, including
 * its spaces.
 */
const MAX_WORDS = 8;
/**
 * Minimum length, in characters, of a search word that can match anywhere. The index does not support this for shorter
 * words.
 */
const ANYWHERE_CHARACTERS = 3;

/** A contact who opened an email within this number of days is engaged. */
const ENGAGED_DAYS = 90;
/** A contact who has never opened an email counts as new until this number of days after the first email. */
const NEW_DAYS = 60;
const DAY_MS = 86_400_000;

/** Stores a value and returns its parameter placeholder, such as `$4`. */
export type Bind = (value: unknown) => string;

/**
 * How SQL looks up data of contacts outside `contact_stat`, such as memberships. `joined` lets PostgreSQL choose the
 * join order. This is best for selecting all matches. `probed` checks contacts one by one, in the order of the
 * statement and regardless of row estimates. This is best for finding the first of many matches. `hashed` is like
 * `joined`, but conditions on `contact` use `in` instead of `exists`. If PostgreSQL cannot use a join, it can then run
 * the subquery once and hash its result, instead of running the subquery for each contact. `counted` is like `joined`,
 * for statements that read all contacts: it also counts the emails of all contacts at once.
 */
export type Form = 'joined' | 'probed' | 'hashed' | 'counted';

/** Inputs for generating the SQL of a condition. */
export interface Context {
  readonly bind: Bind;
  readonly form: Form;
  readonly now: Date;
}

/**
 * Returns a subquery that checks memberships. Uses the primary key, or the index list_member_by_contact or
 * tag_member_by_contact if few contacts are checked.
 */
export function membersOf(kind: 'list' | 'tag', ids: readonly number[], { bind, form }: Context): string {
  const group = ids.length === 1 ? `= ${bind(ids[0])}::bigint` : `= any(${bind(ids)}::bigint[])`;
  return `select from ${kind}_member m
    where m.account_id = $1 and m.contact_id = s.contact_id and m.${kind}_id ${group}${FENCE[form]}`;
}

/**
 * Returns a subquery that checks the results of a campaign email that was sent to the contact, such as opens after bot
 * filtering. Uses only the primary key.
 */
export function deliverablesOf(campaignId: number, what: string, { bind, form }: Context): string {
  return `select from deliverable d
    where d.account_id = $1 and d.campaign_id = ${bind(campaignId)}::bigint and d.contact_id = s.contact_id
      and ${what}${FENCE[form]}`;
}

/** Returns the SQL for contacts whose row `c` in `contact` passes a test, such as contacts that were added by a form. */
export function cameFromClause(test: string, { form }: Context): string {
  const found = 'from contact c where c.account_id = $1';
  return form === 'hashed'
    ? `s.contact_id in (select c.id ${found} and ${test})`
    : `exists (select ${found} and c.id = s.contact_id and ${test}${FENCE[form]})`;
}

/** `offset 0` makes PostgreSQL run the subquery for each contact instead of converting it to a join. */
export const FENCE: Readonly<Record<Form, string>> = { joined: '', probed: ' offset 0', hashed: '', counted: '' };

/** Returns the SQL for contacts with a flag. The index contact_stat_flagged contains the contacts that have any flag. */
export function flagged(flag: number): string {
  return `s.flags <> 0 and (s.flags & ${flag}) <> 0`;
}

export function statusClause(status: ContactStatus, { bind, now }: Context): string {
  const before = (days: number): string => `${bind(new Date(now.getTime() - days * DAY_MS))}::timestamptz`;
  switch (status) {
    case 'active':
      return 's.flags = 0';
    case 'engaged':
      return `s.flags = 0 and s.last_opened_at >= ${before(ENGAGED_DAYS)}`;
    case 'new':
      return `s.flags = 0 and s.last_opened_at is null
        and (s.first_sent_at is null or s.first_sent_at >= ${before(NEW_DAYS)})`;
    case 'inactive':
      return `s.flags = 0 and (s.last_opened_at < ${before(ENGAGED_DAYS)}
        or (s.last_opened_at is null and s.first_sent_at < ${before(NEW_DAYS)}))`;
    case 'unconfirmed':
      return flagged(1);
    case 'unsubscribed':
      return flagged(2);
    case 'bounced':
      return flagged(4);
    case 'invalid':
      return flagged(8);
  }
}

/** Returns the SQL for contacts whose address or name contains all words of a search. */
export function foundClause(text: string, { bind, form }: Context): string {
  const words = searchClause(text, bind);
  const found = `from contact c where c.account_id = $1 and c.deleted_at is null`;
  return form === 'hashed'
    ? `s.contact_id in (select c.id ${found} and ${words})`
    : `exists (select ${found} and c.id = s.contact_id and ${words}${FENCE[form]})`;
}

export function searchClause(text: string, bind: Bind): string {
  const words = searchPatterns(text).map(
    (patterns) => `(${patterns.map((pattern) => `${SEARCHED} ilike ${bind(pattern)}::text`).join(' or ')})`,
  );
  return words.join(' and ');
}

/** Must be the same expression as in the index contact_search. */
const SEARCHED = `(c.email || ' ' || c.first_name || ' ' || c.last_name)`;

/**
 * Returns the ILIKE patterns for each word of a search. At least one pattern of each word must match. A word matches
 * anywhere in the address or a name, but a word of fewer than three characters matches only at the start of the address
 * or of a word in a name. `%`, `_` and `\` are literal. Pure.
 */
function searchPatterns(text: string): string[][] {
  const words = text.trim().split(/\s+/);
  const kept =
    words.length > MAX_WORDS ? [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(' ')] : words;
  return kept.map((word) => spellingsOf(word).flatMap(patternsOf));
}

/** Returns an ILIKE pattern that matches a string literally. Pure. */
export function escapedPattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

function patternsOf(word: string): string[] {
  const escaped = escapedPattern(word);
  // A space precedes each name and marks the start of a word.
  const isShort = Array.from(word.normalize('NFC')).length < ANYWHERE_CHARACTERS;
  return isShort ? [`${escaped}%`, `% ${escaped}%`] : [`%${escaped}%`];
}

/**
 * Returns the possible spellings of a word. Addresses have the collation C, in which ILIKE ignores only the case of
 * ASCII letters. Domains are stored as A-labels. Names that earlier versions stored may be decomposed (NFD), as macOS
 * writes them.
 */
function spellingsOf(given: string): string[] {
  if (/^[\x00-\x7f]*$/.test(given)) return [given];
  const word = given.normalize('NFC');
  const lower = word.toLowerCase();
  const [first = '', ...rest] = Array.from(lower);
  const at = word.lastIndexOf('@') + 1;
  const domain = domainToASCII(word.slice(at));
  const spellings = [word, lower, word.toUpperCase(), first.toUpperCase() + rest.join('')];
  const decomposed = spellings.map((spelling) => spelling.normalize('NFD'));
  return [...new Set([...spellings, ...decomposed, ...(domain === '' ? [] : [word.slice(0, at) + domain])])];
}
