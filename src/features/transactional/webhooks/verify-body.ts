/** A possible original of the received body, and the change that explains the difference between them. */
export interface BodyGuess {
  readonly bytes: Buffer;
  readonly change: string;
}

/** Maximum nesting depth of the bodies that are examined. */
const MAX_DEPTH = 64;
const REWRITTEN = 'The body was parsed as JSON and serialized again';
/** Characters that other JSON serializers escape and ours does not: NON_ASCII in PHP and Python, HTML_MARKS in Go. */
const NON_ASCII = /[\u007f-\uffff]/g;
const HTML_MARKS = /[<>&\u2028\u2029]/g;

/** Order of the properties in payloads, to restore bodies whose keys a parser has sorted. */
const MEMBER_ORDER = (
  'type subType id event occurred_at email_id message_id message recipient created_at status from to subject tag ' +
  'tags headers name value ipAddress link timestamp userAgent kind state volume firing_since value_percent ' +
  'minimum_volume window_minutes last_outcome_at threshold_percent reason diagnosticCode data'
).split(' ');

/**
 * Changes that frameworks and proxies make to bodies. Each function undoes one change, and returns the original body if
 * exactly this change was made.
 */
const CHANGES: readonly (readonly [change: string, undo: (body: string) => string | Buffer | undefined])[] = [
  ['Leading or trailing whitespace was added or removed.', (body) => body.trim()],
  ['A byte order mark was added at the start of the body.', (body) => body.replace(/^\uFEFF/, '')],
  ['The line endings of the body were changed.', (body) => body.replaceAll(/\r\n?/g, '\n')],
  ['The line endings of the body were changed.', (body) => body.replaceAll(/\r?\n/g, '\r\n')],
  ['The body was decoded as Latin-1 instead of UTF-8.', (body) => Buffer.from(body, 'latin1')],
  [`${REWRITTEN}.`, (body) => JSON.stringify(JSON.parse(body))],
  [`${REWRITTEN} with its keys in a different order.`, (body) => JSON.stringify(ordered(body, byPosition))],
  ['The body was encoded as a JSON string.', textInString],
  [
    'The quotation marks in the body were HTML-escaped.',
    (body) => body.replaceAll(/&quot;|&#34;/g, '"').replaceAll('&amp;', '&'),
  ],
];

/** Changes that the receiver's own code may have made to an intact body before it verified the signature. */
const HABITS: typeof CHANGES = [
  ['The body was empty because the request stream had already been read.', () => ''],
  ['A line break was added at the end of the body.', (body) => `${body}\n`],
  [`${REWRITTEN} with indentation.`, (body) => JSON.stringify(JSON.parse(body), undefined, 2)],
  [`${REWRITTEN} with its keys sorted.`, (body) => JSON.stringify(ordered(body, byName))],
  [`${REWRITTEN} with its keys sorted.`, (body) => escaped(JSON.stringify(ordered(body, byName)), HTML_MARKS)],
  [
    `${REWRITTEN} with slashes and other characters escaped.`,
    (body) => escaped(body.replaceAll('/', '\\/'), NON_ASCII),
  ],
  [`${REWRITTEN} with other characters escaped.`, (body) => escaped(body, NON_ASCII)],
  [`${REWRITTEN} with spaces after colons and commas.`, (body) => escaped(spaced(JSON.parse(body)), NON_ASCII)],
  [`${REWRITTEN} with spaces after colons and commas.`, (body) => spaced(JSON.parse(body))],
];

/**
 * Returns possible original bodies from which changes in transit would have produced this body. Excludes this body
 * itself.
 */
export function bodiesBefore(body: string): BodyGuess[] {
  return guesses(body, CHANGES);
}

/** Returns the bodies that the receiver may have verified instead of this one. Excludes this body itself. */
export function bodiesAfter(body: string): BodyGuess[] {
  return guesses(body, HABITS);
}

function guesses(body: string, changes: typeof CHANGES): BodyGuess[] {
  if (depthOf(body) > MAX_DEPTH) return [];
  const seen = Buffer.from(body);
  return changes.flatMap(([change, make]) => {
    const made = attempt(make, body);
    const bytes = made === undefined ? seen : Buffer.from(made);
    return bytes.equals(seen) ? [] : [{ bytes, change }];
  });
}

/** Returns whether the entire body is valid JSON. */
export function isJson(body: string): boolean {
  return attempt((text) => (JSON.parse(text) === undefined ? undefined : text), body) !== undefined;
}

/** Returns the maximum nesting depth of brackets, including brackets in strings. */
function depthOf(body: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of body) {
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Applies a change. Returns undefined if it fails, for example because the body is not JSON. */
function attempt<T>(undo: (body: string) => T | undefined, body: string): T | undefined {
  try {
    return undo(body);
  } catch {
    return undefined;
  }
}

function textInString(body: string): string | undefined {
  const value: unknown = JSON.parse(body);
  return typeof value === 'string' ? value : undefined;
}

/** Parses a JSON body and sorts the properties of each object. */
function ordered(body: string, before: (one: string, other: string) => number): unknown {
  return JSON.parse(body, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => before(one, other)));
  });
}

function byName(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function byPosition(one: string, other: string): number {
  return positionOf(one) - positionOf(other);
}

function positionOf(name: string): number {
  const position = MEMBER_ORDER.indexOf(name);
  // Sort the properties of specific events after the properties that all events have.
  return position < 0 ? MEMBER_ORDER.length : position;
}

/** Replaces each UTF-16 unit of the given kind with `\uXXXX` (RFC 8259 section 7). */
function escaped(text: string, characters: RegExp): string {
  return text.replaceAll(characters, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Formats JSON as Python does by default, with a space after each comma and colon. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`);
  return `{${members.join(', ')}}`;
}
