/** A body that another one may have been, or have become, and what was done to it. */
export interface BodyGuess {
  readonly bytes: Buffer;
  readonly change: string;
}

/** Payloads have five levels. Indentation of thousands would grow with their square. */
const MAX_DEPTH = 64;
const REWRITTEN = 'The body was parsed as JSON and serialized again';
/** Characters that JSON writers of PHP, Python and Go escape and ours does not. */
const NON_ASCII = /[\u007f-\uffff]/g;
const HTML_MARKS = /[<>&\u2028\u2029]/g;

/**
 * Members in the order in which payloads are written: sorting by it turns back what a parser with sorted keys did. `id`,
 * `status` and `reason` stand in several objects; one order serves all of them. Those of an alert stand as the database
 * keeps them: the shorter name first.
 */
const MEMBER_ORDER = (
  'type subType id event occurred_at email_id message_id message recipient created_at status from to subject tag ' +
  'tags headers name value ipAddress link timestamp userAgent kind state volume firing_since value_percent ' +
  'minimum_volume window_minutes last_outcome_at threshold_percent reason diagnosticCode data'
).split(' ');

/** The ways in which frameworks and proxies change a body; each gives the body as it was, if that is what happened. */
const CHANGES: readonly (readonly [change: string, undo: (body: string) => string | Buffer | undefined])[] = [
  ['Leading or trailing whitespace was added or removed.', (body) => body.trim()],
  ['A byte order mark was added at the start of the body.', (body) => body.replace(/^\uFEFF/, '')],
  ['The line endings of the body were changed.', (body) => body.replaceAll(/\r\n?/g, '\n')],
  ['The line endings of the body were changed.', (body) => body.replaceAll(/\r?\n/g, '\r\n')],
  ['The body was decoded as Latin-1 instead of UTF-8.', (body) => Buffer.from(body, 'latin1')],
  [`${REWRITTEN}.`, (body) => JSON.stringify(JSON.parse(body))],
  [`${REWRITTEN} with its members in a different order.`, (body) => JSON.stringify(ordered(body, byPosition))],
  ['The body was encoded as a JSON string.', textInString],
  [
    'The quotation marks in the body were HTML-escaped.',
    (body) => body.replaceAll(/&quot;|&#34;/g, '"').replaceAll('&amp;', '&'),
  ],
];

/** How verifiers change a body that arrived as it was sent. */
const HABITS: typeof CHANGES = [
  ['The body was empty because the request stream had already been read.', () => ''],
  ['A line break was added at the end of the body.', (body) => `${body}\n`],
  [`${REWRITTEN} with indentation.`, (body) => JSON.stringify(JSON.parse(body), undefined, 2)],
  [`${REWRITTEN} with its members sorted.`, (body) => JSON.stringify(ordered(body, byName))],
  [`${REWRITTEN} with its members sorted.`, (body) => escaped(JSON.stringify(ordered(body, byName)), HTML_MARKS)],
  [
    `${REWRITTEN} with slashes and other characters escaped.`,
    (body) => escaped(body.replaceAll('/', '\\/'), NON_ASCII),
  ],
  [`${REWRITTEN} with other characters escaped.`, (body) => escaped(body, NON_ASCII)],
  [`${REWRITTEN} with spaces between its members.`, (body) => escaped(spaced(JSON.parse(body)), NON_ASCII)],
  [`${REWRITTEN} with spaces between its members.`, (body) => spaced(JSON.parse(body))],
];

/** What the body may have been before it was changed on its way into the verifier; the body itself is not among them. */
export function bodiesBefore(body: string): BodyGuess[] {
  return guesses(body, CHANGES);
}

/** What a verifier may have made of a body before it computed; the body itself is not among them. */
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

/** True when the text is JSON from beginning to end. */
export function isJson(body: string): boolean {
  return attempt((text) => (JSON.parse(text) === undefined ? undefined : text), body) !== undefined;
}

/** How many brackets are open at once, at most; those in strings count too. */
function depthOf(body: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of body) {
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** A body that is no JSON was not changed in that way. */
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

/** The JSON of a body with the members of each object in order. */
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
  // What an event adds stands behind what all events say.
  return position < 0 ? MEMBER_ORDER.length : position;
}

/** With `\uXXXX` for each UTF-16 unit of the kind given (RFC 8259 section 7). */
function escaped(text: string, characters: RegExp): string {
  return text.replaceAll(characters, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** JSON as Python writes it: a space behind each comma and colon. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`);
  return `{${members.join(', ')}}`;
}
