import type { HeaderField } from '../../../mail/header.ts';
import { isAbsent, scalarText } from './absent.ts';
import { pairsOf, type Pair } from './pairs.ts';

/** Headers that the server sets. They are ignored without an error, because frameworks send these headers. */
const STRUCTURAL = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'subject',
  'sender',
  'date',
  'message-id',
  'mime-version',
  'return-path',
  'dkim-signature',
  'received',
]);

/** Custom headers that clients of the endpoint may set in addition to the headers that the native API allows. */
export const ALSO_ALLOWED: ReadonlySet<string> = new Set([
  'auto-submitted',
  'feedback-id',
  'precedence',
  'importance',
  'priority',
]);

type Fail = (field: string, sentence: string) => void;

/** Parses the custom headers of a request in all forms that clients send. Returns the Reply-To header separately. */
export function readHeaders(
  given: unknown,
  fail: Fail,
): { readonly custom: Record<string, string>; readonly replyTo: string | undefined } {
  const pairs = isAbsent(given) ? [] : pairsOf('headers', given);
  if (!pairs) fail('headers', 'must be an object, or an array of objects with name and value.');
  const entries = (pairs ?? []).flatMap((pair) => readHeader(pair, fail));
  const custom = entries.filter(([name]) => !isStructural(name) && name.toLowerCase() !== 'reply-to');
  const names = new Set<string>();
  for (const [name] of custom) {
    if (names.has(name)) fail(`headers.${name}`, 'must not be repeated.');
    names.add(name);
  }
  const replyTo = entries.find(([name]) => name.toLowerCase() === 'reply-to')?.[1];
  return { custom: Object.fromEntries(custom), replyTo };
}

function readHeader({ name, path, value }: Pair, fail: Fail): [string, string][] {
  if (isAbsent(value) && typeof name === 'string') return [];
  const text = scalarText(value);
  if (typeof name !== 'string') fail(path, 'must have a string as its name.');
  else if (text === undefined) fail(`headers.${name}`, 'must be a string.');
  else return [[name, text]];
  return [];
}

/** Separates repeated headers from the first header with each name. Ignores the case of names. */
export function splitRepeated(pairs: readonly (readonly [name: string, value: string])[]): {
  readonly first: Record<string, string>;
  readonly repeated: readonly HeaderField[];
} {
  const first: Record<string, string> = {};
  const repeated: HeaderField[] = [];
  const seen = new Set<string>();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    if (seen.has(key)) repeated.push({ name, value });
    else first[name] = value;
    seen.add(key);
  }
  return { first, repeated };
}

/** Returns whether the server sets this header. */
export function isStructural(name: string): boolean {
  const lowerName = name.toLowerCase();
  return STRUCTURAL.has(lowerName) || lowerName.startsWith('content-');
}
