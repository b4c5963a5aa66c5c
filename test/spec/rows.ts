/**
 * Short description of a request field. Starts with a type (`string`, `integer`, `boolean`, `number`, `object`,
 * `date-time`, `email`, `uri`, `uuid`, or words separated by `|`). The type is followed by `[]` for arrays, and by `?`
 * if the field can be null. After that come `required`, `max:191` for the maximum number of characters or items,
 * `0..5000` or `1..` for bounds, and `=24` for the default.
 */
export type Member = string;

/** An operation as described in the specification. */
export interface SpecOperation {
  /** Name of the operation in the table of the specification. Undefined if the table does not contain the operation. */
  readonly name?: string;
  /** Heading of the table that contains the operation. */
  readonly heading: string;
  /** Method and path, with parameters in braces. */
  readonly at: string;
  /** Status of a successful response. */
  readonly ok: number;
  /**
   * Error statuses of the operation, in addition to the ones that every account API operation can return (401, 402,
   * 403, 429).
   */
  readonly refusals?: readonly number[];
  readonly query?: Readonly<Record<string, Member>>;
  readonly body?: Readonly<Record<string, Member>>;
  /** Fields of the response, or of each record if the response is a page. */
  readonly answer: readonly string[];
  /** Default number of records per page. Undefined if the response is not a page. */
  readonly perPage?: number;
}

/** A parsed field. */
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

/** Parses a field description. Throws if it does not have the format of `Member`. */
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
