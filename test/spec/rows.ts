/**
 * What a member of a request is, in short: a type (`string`, `integer`, `boolean`, `number`, `object`, `date-time`, `email`,
 * `uri`, `uuid`, or words with `|` between them), `[]` behind it for many, `?` for one that may be null; then `required`,
 * `max:191` for the characters or items that it has at most, `0..5000` or `1..` for bounds, and `=24` for what it is without being
 * given.
 */
export type Member = string;

/** An operation as the specification has it. */
export interface SpecOperation {
  /** As the table of the specification calls it; undefined where it stands in none. */
  readonly name?: string;
  /** The heading that its table stands under. */
  readonly heading: string;
  /** Method and path, with names in braces. */
  readonly at: string;
  /** Status of success. */
  readonly ok: number;
  /** Statuses of refusals beside those that every operation of the account API has: 401, 402, 403, 429. */
  readonly refusals?: readonly number[];
  readonly query?: Readonly<Record<string, Member>>;
  readonly body?: Readonly<Record<string, Member>>;
  /** Members of the answer; of each record where it is a page. */
  readonly answer: readonly string[];
  /** Records of a page when the caller does not say; undefined where the answer is no page. */
  readonly perPage?: number;
}

/** A member, read. */
export interface MemberParts {
  readonly type: string;
  readonly format: string | undefined;
  readonly isMany: boolean;
  readonly isNullable: boolean;
  readonly isRequired: boolean;
  readonly words: readonly string[];
  readonly most: number | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly otherwise: string | undefined;
}

const FORMATS = ['date-time', 'email', 'uri', 'uuid'];

/** Reads a member. Throws where it is not written as Member says. */
export function partsOf(member: Member): MemberParts {
  const [kind = '', ...rules] = member.split(' ');
  const isNullable = kind.endsWith('?');
  const plain = isNullable ? kind.slice(0, -1) : kind;
  const isMany = plain.endsWith('[]');
  const name = isMany ? plain.slice(0, -2) : plain;
  const words = name.includes('|') ? name.split('|') : [];
  const format = FORMATS.includes(name) ? name : undefined;
  const known = ['string', 'integer', 'boolean', 'number', 'object', ...FORMATS];
  if (words.length === 0 && !known.includes(name)) throw new Error(`There is no type ${name} of ${member}`);
  const bounds = rules.find((rule) => rule.includes('..'))?.split('..') ?? [];
  const valueOf = (prefix: string): string | undefined =>
    rules.find((rule) => rule.startsWith(prefix))?.slice(prefix.length);
  const numberOf = (text: string | undefined): number | undefined => (text ? Number(text) : undefined);
  return {
    type: words.length > 0 || format ? 'string' : name,
    format,
    isMany,
    isNullable,
    isRequired: rules.includes('required'),
    words,
    most: numberOf(valueOf('max:')),
    from: numberOf(bounds[0]),
    to: numberOf(bounds[1]),
    otherwise: valueOf('='),
  };
}
