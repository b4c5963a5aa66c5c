import { domainToASCII } from 'node:url';
import type { ContactStatus } from './kinds.ts';

/** Words that are looked for; of more, the last ones are one word with their blanks. */
const MAX_WORDS = 8;
/** The index knows what stands anywhere only of so many characters and more. */
const ANYWHERE_CHARACTERS = 3;

/** Opens within so many days make a contact engaged. */
const ENGAGED_DAYS = 90;
/** A contact that never opened is new for so many days from the first mail on. */
const NEW_DAYS = 60;
const DAY_MS = 86_400_000;

/** Keeps a value and gives the parameter that stands for it: `$4`. */
export type Bind = (value: unknown) => string;

/**
 * How memberships and words are looked up. `joined`: PostgreSQL chooses where it begins, which is best for all that keep the
 * filter. `probed`: contact by contact in the order of the statement, whatever is expected of how many there are, which is
 * best for the first of many. `hashed`: as joined, but words are looked up once for all contacts where they cannot be joined:
 * only where PostgreSQL expects few to have them, since it does so within its working memory alone.
 */
export type Form = 'joined' | 'probed' | 'hashed';

/** What the SQL of a condition is written with. */
export interface Context {
  readonly bind: Bind;
  readonly form: Form;
  readonly now: Date;
}

/** Memberships by their primary key, or by list_member_by_contact where few contacts are looked at. */
export function membersOf(kind: 'list' | 'tag', ids: readonly number[], { bind, form }: Context): string {
  const group = ids.length === 1 ? `= ${bind(ids[0])}::bigint` : `= any(${bind(ids)}::bigint[])`;
  return `select from ${kind}_member m
    where m.account_id = $1 and m.contact_id = s.contact_id and m.${kind}_id ${group}${FENCE[form]}`;
}

/** Mails of a campaign that were sent, by what became of them as judged; primary key alone. */
export function deliverablesOf(campaignId: number, what: string, { bind, form }: Context): string {
  return `select from deliverable d
    where d.account_id = $1 and d.campaign_id = ${bind(campaignId)}::bigint and d.contact_id = s.contact_id
      and ${what}${FENCE[form]}`;
}

/** With an offset, a subquery is asked for each contact and never made a join. */
const FENCE: Readonly<Record<Form, string>> = { joined: '', probed: ' offset 0', hashed: '' };

/** The index contact_stat_flagged has those that have any flag. */
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

/** Contacts whose address or names have all words. */
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

/** As the index contact_search has it. */
const SEARCHED = `(c.email || ' ' || c.first_name || ' ' || c.last_name)`;

/**
 * Patterns of ILIKE for each word of a search, of which one must fit: the word anywhere in the address or a name, or, when
 * it has fewer than three characters, at the beginning of the address or of a word of a name. `%`, `_` and `\` mean
 * themselves. Pure.
 */
function searchPatterns(text: string): string[][] {
  const words = text.trim().split(/\s+/);
  const kept =
    words.length > MAX_WORDS ? [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(' ')] : words;
  return kept.map((word) => spellingsOf(word).flatMap(patternsOf));
}

function patternsOf(word: string): string[] {
  const escaped = word.replaceAll(/[\\%_]/g, String.raw`\$&`);
  // A blank stands before each name, which the index counts as the beginning of a word.
  const isShort = Array.from(word.normalize('NFC')).length < ANYWHERE_CHARACTERS;
  return isShort ? [`${escaped}%`, `% ${escaped}%`] : [`%${escaped}%`];
}

/**
 * How the word may be written. Addresses have the collation C, in which ILIKE takes letters of ASCII only for the same in
 * upper and lower case; domains are written as A-labels. Names that were saved by earlier versions may be decomposed (NFD),
 * as macOS writes them.
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
