const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** Size of a JSON text, measured without parsing. The numbers have no meaning if the JSON is invalid. */
export interface SourceMeasure {
  readonly depth: number;
  /** Number of keys, counted by the colons outside strings. Repeated keys count each time. */
  readonly keys: number;
  /** Upper bound for the number of values. */
  readonly values: number;
}

/**
 * Counts depth, keys, and values in one pass. Call this before JSON.parse, which would turn a few megabytes of brackets
 * into hundreds of megabytes of arrays.
 */
export function measureJson(text: string): SourceMeasure {
  let depth = 0;
  let deepest = 0;
  let keys = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case 0x3a: // :
        keys += 1;
        break;
      case 0x2c: // ,
        values += 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        values += 1;
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
    }
  }
  return { depth: deepest, keys, values };
}

/**
 * Returns the index of the closing quote of the string that starts at `start`, or the length of the text if the string
 * is not closed.
 */
function endOfString(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    // The quote is escaped only if an odd number of backslashes precedes it.
    if ((at - before) % 2 === 1) return at;
  }
}

/**
 * Returns the first repeated key in valid JSON as a dotted path, or undefined if no key is repeated. Compares keys
 * after decoding their escape sequences.
 */
export function findDuplicateKey(text: string): string | undefined {
  const stack: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '"') {
      enterOrLeave(stack, text[at] ?? '');
      continue;
    }
    const end = endOfString(text, at);
    const top = stack.at(-1);
    if (top?.seen && text[skipSpace(text, end + 1)] === ':') {
      // Safe cast: the text is valid JSON, so each string in it is valid JSON too.
      top.at = JSON.parse(text.slice(at, end + 1)) as string;
      if (top.seen.has(top.at)) return stack.map((level) => String(level.at)).join('.');
      top.seen.add(top.at);
    }
    at = end;
  }
  return undefined;
}

/** An object or array around the current position. */
interface Level {
  /** Keys found so far. Undefined for an array. */
  readonly seen: Set<string> | undefined;
  /** Current key or index. */
  at: string | number;
}

function enterOrLeave(stack: Level[], character: string): void {
  const top = stack.at(-1);
  if (character === '{') stack.push({ seen: new Set(), at: '' });
  else if (character === '[') stack.push({ seen: undefined, at: 0 });
  else if (character === '}' || character === ']') stack.pop();
  else if (character === ',' && typeof top?.at === 'number') top.at += 1;
}

/** Position of the first error in invalid JSON, and the input that the grammar (RFC 8259) expects there. */
export interface JsonFault {
  /** Index in the text, starting with 0. */
  readonly position: number;
  readonly line: number;
  readonly column: number;
  readonly expected: string;
}

type Expectation = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end';

const EXPECTED: Readonly<Record<Expectation, string>> = {
  value: 'a value',
  'value or ]': 'a value or "]"',
  key: 'a key in double quotes',
  'key or }': 'a key in double quotes or "}"',
  colon: '":"',
  'comma or end': '"," or the closing bracket',
};

const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

/** Finds the first error in invalid JSON. Returns undefined if it is valid. Slow; only for error messages. */
export function findJsonFault(text: string): JsonFault | undefined {
  const closers: string[] = [];
  let expectation: Expectation = 'value';
  let at = skipSpace(text, 0);
  while (at < text.length) {
    if (expectation === 'comma or end' && closers.length === 0) return fault(text, at, 'the end of the body');
    const step = advance(text, at, expectation, closers);
    if (!step) return misfit(text, at, expectation);
    expectation = step.next;
    at = skipSpace(text, step.end);
  }
  if (expectation === 'comma or end' && closers.length === 0) return undefined;
  return fault(text, at, EXPECTED[expectation]);
}

interface Step {
  readonly end: number;
  readonly next: Expectation;
}

/**
 * Reads one token. Returns its end and the tokens that may follow, or undefined if the token is not allowed. Updates
 * the stack of closing brackets.
 */
function advance(text: string, at: number, expectation: Expectation, closers: string[]): Step | undefined {
  const character = text[at] ?? '';
  switch (expectation) {
    case 'colon':
      return character === ':' ? { end: at + 1, next: 'value' } : undefined;
    case 'key or }':
      return character === '}' ? close(at, closers) : stringStep(text, at, 'colon');
    case 'key':
      return stringStep(text, at, 'colon');
    case 'comma or end':
      return character === closers.at(-1) ? close(at, closers) : commaStep(character, at, closers);
    case 'value or ]':
      return character === ']' ? close(at, closers) : valueStep(text, at, closers);
    case 'value':
      return valueStep(text, at, closers);
  }
}

function commaStep(character: string, at: number, closers: readonly string[]): Step | undefined {
  return character === ',' ? { end: at + 1, next: closers.at(-1) === '}' ? 'key' : 'value' } : undefined;
}

function close(at: number, closers: string[]): Step {
  closers.pop();
  return { end: at + 1, next: 'comma or end' };
}

function valueStep(text: string, at: number, closers: string[]): Step | undefined {
  const character = text[at];
  if (character === '{' || character === '[') {
    closers.push(character === '{' ? '}' : ']');
    return { end: at + 1, next: character === '{' ? 'key or }' : 'value or ]' };
  }
  if (character === '"') return stringStep(text, at, 'comma or end');
  SCALAR.lastIndex = at;
  const scalar = SCALAR.exec(text);
  return scalar ? { end: at + scalar[0].length, next: 'comma or end' } : undefined;
}

function stringStep(text: string, at: number, next: Expectation): Step | undefined {
  if (text[at] !== '"') return undefined;
  const end = badCharacterOfString(text, at);
  return text[end] === '"' ? { end: end + 1, next } : undefined;
}

/** Returns the index of the closing quote, or of the first character that a string must not contain. */
function badCharacterOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code < SPACE) return at;
    if (code !== BACKSLASH) at += 1;
    else if (/^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at + 1, at + 6))) at += text[at + 1] === 'u' ? 6 : 2;
    else return at;
  }
  return at;
}

/**
 * Returns the error for an unexpected token. Its position is the invalid character if the token is a string, and
 * otherwise the start of the token.
 */
function misfit(text: string, at: number, expectation: Expectation): JsonFault {
  const isString = text[at] === '"' && expectation !== 'colon' && expectation !== 'comma or end';
  return isString
    ? fault(text, badCharacterOfString(text, at), 'a string with its line breaks escaped and a closing quote')
    : fault(text, at, EXPECTED[expectation]);
}

function fault(text: string, position: number, expected: string): JsonFault {
  const before = text.slice(0, position);
  const lineStart = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  return { position, line, column: position - lineStart + 1, expected };
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\n\r'.includes(text[at] ?? '')) at += 1;
  return at;
}
