import { Refusal, invalid, type FieldErrors } from '../base/refusal.ts';
import type { Parser } from './parser.ts';
import { createFieldFaults } from './schema-errors.ts';

/** Response header that lists the ignored fields of an account API request. */
export const UNKNOWN_FIELDS_HEADER = 'x-unknown-fields';

/** Longer names are not compared with known names, because they are unlikely to be typos. */
const MAX_COMPARED_CHARACTERS = 64;
/** Maximum number of letters that are added, omitted, or replaced in a misspelled name. */
const MAX_SLIPS = 2;

/** Unsupported fields by name, each with an error message that suggests an alternative. */
export type RefusedFields = Readonly<Record<string, string>>;

/**
 * Wraps an object parser to report unknown fields together with all other errors, because ignoring a field could change
 * the meaning of the request. A field in `refused` is reported with its own message, or ignored if its value is empty.
 */
export function knownFieldsOnly<T>(parser: Parser<T>, refused: RefusedFields = {}): Parser<T> {
  const known = namesOf(parser);
  const sentences = new Map(Object.entries(refused).map(([name, sentence]) => [plain(name), sentence]));
  const isKnown = new Set(known);
  return {
    schema: { ...parser.schema, additionalProperties: false },
    parse: (value) =>
      parseBeside(parser, value, (given, fail) => {
        for (const [name, content] of Object.entries(given)) {
          if (isKnown.has(name)) continue;
          const sentence = sentences.get(plain(name));
          if (sentence === undefined) fail(name, unknownSentence(name, known));
          else if (!isEmpty(content)) fail(name, sentence);
        }
      }),
  };
}

/**
 * Wraps the query parser of a cursor-based listing to reject `page` and `offset`, unless they request the first page.
 * The error message refers to `after`.
 */
export function cursorsOnly<T>(parser: Parser<T>): Parser<T> {
  return {
    schema: parser.schema,
    parse: (value) =>
      parseBeside(parser, value, (given, fail) => {
        const { offset, page } = given;
        if (!isEmpty(page) && page !== '1') fail('page', NO_PAGE_NUMBERS);
        if (!isEmpty(offset) && offset !== '0') fail('offset', NO_PAGE_NUMBERS);
      }),
  };
}

const NO_PAGE_NUMBERS = 'is not supported here. For the next page, set `after` to the ID of the last entry.';

/** Returns the parsed value, or throws the errors from the parser and from `check` together. */
function parseBeside<T>(
  parser: Parser<T>,
  value: unknown,
  check: (given: Record<string, unknown>, fail: (field: string, sentence: string) => void) => void,
): T {
  const faults = createFieldFaults();
  if (isObject(value)) check(value, (field, sentence) => faults.add(field, sentence));
  const found = faults.errors();
  if (!found) return parser.parse(value);
  throw invalid({ ...found, ...errorsOf(() => parser.parse(value)) });
}

function errorsOf(parse: () => unknown): FieldErrors {
  try {
    parse();
    return {};
  } catch (error) {
    if (error instanceof Refusal) return error.details.errors ?? {};
    throw error;
  }
}

function unknownSentence(name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  return nearest === undefined
    ? `is not a known field. Known fields: ${known.join(', ')}.`
    : `is not a known field. Did you mean ${nearest}?`;
}

/** Returns the known name that the client probably meant, or undefined if none is similar. Pure. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_COMPARED_CHARACTERS) return undefined;
  const wanted = plain(name);
  const measured = known.map((candidate) => ({ candidate, slips: slipsBetween(wanted, plain(candidate)) }));
  const [best] = measured.toSorted((a, b) => a.slips - b.slips);
  // Allow one typing error per three characters. With more errors, a short name could match almost any other name.
  return best && best.slips <= Math.min(MAX_SLIPS, Math.floor(wanted.length / 3)) ? best.candidate : undefined;
}

/** Normalizes the spelling of a name. `replyTo`, `reply-to`, and `reply_to` become equal. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_\- ]/g, '');
}

/**
 * Returns the Levenshtein distance between two names: the minimum number of characters to insert, delete, or replace.
 */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(a).entries()) {
    const next = [index + 1];
    for (const [place, other] of Array.from(b).entries()) {
      const exchanged = (row[place] ?? 0) + Number(letter !== other);
      next.push(Math.min(exchanged, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function namesOf({ schema }: Parser<unknown>): string[] {
  return 'properties' in schema ? Object.keys(schema.properties as object) : [];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
