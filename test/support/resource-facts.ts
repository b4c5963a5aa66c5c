import type { TestApp } from './app.ts';
import { newPerson, type Caller, type TestPerson } from './callers.ts';
import { rowsOf } from './planted-contacts.ts';
import { pngOf, postImage } from './tiny-images.ts';

/** Kinds of objects that a field can refer to. */
export type Kind = 'list' | 'tag' | 'segment' | 'form' | 'image';

/** An account and its user, whose session sends the requests. */
export interface Tenant extends Caller {
  readonly accountId: number;
  readonly person: TestPerson;
  readonly app: TestApp;
  /** Creates objects that a field can refer to. Returns their IDs. */
  readonly newOf: (kind: Kind, count?: number) => Promise<number[]>;
}

/** A field value in a request, and the value that the response then contains. */
type Accepted = readonly [given: unknown, shown: unknown];

/** The values that a field of a resource accepts and rejects, independent of the field's declaration. */
export interface Fact {
  readonly accepts: (tenant: Tenant) => Promise<readonly Accepted[]> | readonly Accepted[];
  /** Values that the server rejects. The keys describe the values. */
  readonly refuses: Readonly<Record<string, unknown>>;
  /** Values that leave the field unchanged, as if it were omitted. */
  readonly keeps?: readonly unknown[];
  /** Set if the field is required for a new object. */
  readonly isNeeded?: true;
  /** Set to the kind of object if the field refers to other objects of the account. */
  readonly kind?: Kind;
  /** Name of the field in responses, if it differs. */
  readonly as?: string;
  /** Set if the field can only be set when the object is created. */
  readonly isFixed?: true;
}

/**
 * How a text field treats an empty string and null. With `isNeeded`, both are rejected. Otherwise, both become `empty`.
 */
type Empty = { readonly isNeeded: true } | { readonly empty: '' | null };
/** Additional values that the field rejects. */
type More = Readonly<Record<string, unknown>>;

/** Describes a field for single-line text, which is trimmed. */
export function line(most: number, how: Empty, more: More = {}): Fact {
  return textOf(most, how, { 'a line break': 'a\nb', 'a control character': 'a\u0007b', ...more });
}

/** Describes a required name, which is not checked for control characters. */
export function name(most: number): Fact {
  return textOf(most, { isNeeded: true }, {});
}

/** Describes a field for multi-line text, which is trimmed. */
export function lines(most: number, how: Empty): Fact {
  const fact = textOf(most, how, { 'a control character': 'a\u0007b' });
  return { ...fact, accepts: (tenant) => [...acceptedBy(fact, tenant), ['a\r\nb', 'a\nb']] };
}

/**
 * Describes a field for HTML or message text that is stored unchanged. If `empty` is not null, the field is required,
 * and the values in `empty` are rejected.
 */
export function content(most: number, empty: More | null): Fact {
  const nothing = empty === null ? ([[null, null] as const, ['', null] as const] as const) : [];
  return {
    accepts: () => [['<p>Hi</p>\r\n', '<p>Hi</p>\r\n'], ['x'.repeat(most), 'x'.repeat(most)], ...nothing],
    refuses: { [`${most + 1} characters`]: 'x'.repeat(most + 1), 'a number': 7, ...empty },
    ...(empty !== null && { isNeeded: true }),
  };
}

/** Describes a field for an email address. */
export function address(how: Empty): Fact {
  const long = `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(62)}.example`;
  return {
    accepts: () => [['desk@acme.example', 'desk@acme.example'], ...('empty' in how ? empties(how.empty) : [])],
    refuses: { 'no address': 'acme', '192 characters': long, ...neededRefuses(how) },
    ...neededOf(how),
  };
}

/**
 * Describes a boolean field. `empty` is the value for null and for empty text. Without `empty` and `keeps`, both are
 * rejected.
 */
export function flag(how: { readonly empty?: boolean | null; readonly keeps?: readonly unknown[] } = {}): Fact {
  const on = [true, 1, 'true', '1'].map((given) => [given, true] as const);
  const off = [false, 0, 'false', '0'].map((given) => [given, false] as const);
  const strict = how.keeps === undefined && how.empty === undefined ? { null: null, 'an empty text': '' } : {};
  return {
    accepts: () => [...on, ...off, ...(how.empty === undefined ? [] : empties(how.empty))],
    refuses: { 'another word': 'maybe', 'another number': 2, 'an array': [true], ...strict },
    ...(how.keeps && { keeps: how.keeps }),
  };
}

/** Describes a field for an integer within limits. */
export function integer(from: number, to: number): Fact {
  return {
    accepts: () => [from, to, String(to)].map((given) => [given, Number(given)]),
    refuses: { 'a number below': from - 1, 'a number above': to + 1, 'a fraction': from + 0.5, 'a word': 'x' },
    keeps: [null],
  };
}

/** Describes a field for one of the given strings, in upper or lower case. */
export function oneOf(known: readonly string[], others: More, keeps: readonly unknown[] = []): Fact {
  return {
    accepts: () => known.flatMap((given) => [given, given.toLowerCase()].map((text) => [text, given] as const)),
    refuses: others,
    keeps,
  };
}

/**
 * Describes a field for the ID of another object. If `empty` is null, the field accepts null. Otherwise, the field is
 * required.
 */
export function idOf(kind: Kind, empty?: null): Fact {
  return {
    accepts: async ({ newOf }) => {
      const [one = 0] = await newOf(kind);
      const [other = 0] = await newOf(kind);
      return [
        [one, one],
        [String(other), other],
        ...(empty === null ? ['', null].map((given) => [given, null] as const) : []),
      ];
    },
    refuses: { 'the ID 0': 0, 'a negative ID': -1, 'a fraction': 1.5, 'a word': 'x' },
    kind,
    ...(empty === undefined && { isNeeded: true }),
  };
}

/** Describes a field for the IDs of other objects. `shownOf` converts an ID to the value in the response. */
export function idsOf(
  kind: Kind,
  most: number,
  how: { readonly isNeeded?: true; readonly shownOf?: (id: number) => unknown } = {},
): Fact {
  const { isNeeded, shownOf = (id) => id } = how;
  return {
    accepts: async ({ newOf }) => {
      const [one = 0, two = 0] = await newOf(kind, 2);
      const all = await newOf(kind, most);
      const given: readonly (readonly [unknown, readonly number[]])[] = [
        [
          [two, one],
          [two, one],
        ],
        [[`${one}`, one], [one]],
        [one, [one]],
        [`${two}`, [two]],
        [all, all],
        ...(isNeeded ? [] : [[[], []] as const]),
      ];
      return given.map(([ids, shown]) => [ids, shown.map(shownOf)]);
    },
    refuses: {
      'invalid IDs': ['x'],
      'the ID 0': [0],
      [`${most + 1} IDs`]: Array.from({ length: most + 1 }, (_none, at) => at + 1),
      ...(isNeeded && { 'no ID': [], null: null }),
    },
    kind,
    ...(isNeeded && { isNeeded }),
  };
}

function textOf(most: number, how: Empty, refuses: More): Fact {
  const longest = '😀'.repeat(most);
  return {
    accepts: () => [
      [' Some words ', 'Some words'],
      [longest, longest],
      ...('empty' in how ? [...empties(how.empty), [null, how.empty] as const] : []),
    ],
    refuses: { [`${most + 1} characters`]: `${longest}x`, 'an array': ['a'], ...neededRefuses(how), ...refuses },
    ...neededOf(how),
  };
}

const empties = (empty: unknown): readonly Accepted[] => ['', ' ', null].map((given) => [given, empty]);
const neededRefuses = (how: Empty): More => ('empty' in how ? {} : { 'an empty text': ' ', null: null });
const neededOf = (how: Empty) => ('empty' in how ? {} : how);

/** Returns the values that a field accepts. Must only be used for fields that do not refer to other objects. */
function acceptedBy({ accepts }: Fact, tenant: Tenant): readonly Accepted[] {
  const accepted = accepts(tenant);
  return accepted instanceof Promise ? [] : accepted;
}

/** Creates an account with a user, whose session has a higher rate limit than a token. */
export async function newResourceTenant(app: TestApp): Promise<Tenant> {
  const accountId = (await app.newAccount()).account.id;
  const person = await newPerson(app, accountId);
  const call: Caller['call'] = async (...given) => person.session.call(...given);
  const planted = async (table: string, columns: string, values: string, count: number) => {
    const text = `insert into ${table} (account_id, name${columns})
      select $1, 'N' || random() || n${values} from generate_series(1, $2::integer) n returning id`;
    return (await rowsOf<{ id: number }>(app.installation.db, text, [accountId, count])).map(({ id }) => id);
  };
  const newOf = async (kind: Kind, count = 1): Promise<number[]> => {
    if (kind === 'list') return planted('contact_list', '', '', count);
    if (kind === 'tag') return planted('contact_tag', ', color', `, '#FF644D'`, count);
    if (kind === 'segment') return planted('contact_segment', ', filter', `, '{"status":"new"}'`, count);
    images += 1;
    const made =
      kind === 'image'
        ? await postImage(app, person.token, pngOf(1, 1, [images % 256, images >> 8, 0]))
        : await call('POST', '/forms', { title: 'Sign up', lists: await newOf('list') });
    return [made.body.id];
  };
  return { accountId, person, app, call, newOf };
}

/** Number of images created so far. Each image is different, because an account stores the same image only once. */
let images = 0;
