import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { pick } from '../random.ts';

/** Random number generator for [0, 1), initialized with a seed. */
export type Random = () => number;

/** A JSON schema. Only the keywords that this file needs are read. */
export type Schema = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 5;
const BOMB_LEVELS = 2_000;

/** Returns a random integer from 0 to `n` - 1. */
export function below(n: number, random: Random): number {
  return Math.floor(random() * n);
}

/**
 * Returns a value that is invalid for most fields, such as input that has caused problems in JSON, PostgreSQL, email,
 * or pages.
 */
export function odd(random: Random): unknown {
  const make = pick(ODD, random);
  return make(random);
}

const ODD: readonly ((random: Random) => unknown)[] = [
  (random) => pick(naughtyStrings, random),
  (random) => pick(naughtyStrings, random).repeat(1 + below(40, random)),
  () => 'a\u0000b',
  () => '\ud800',
  () => 'x\udfffy',
  () => '\u202e\u2028\uffff',
  () => 'x\r\nBcc: victim@x.example',
  () => 'x@y.example\r\nBcc: victim@x.example',
  () => "=cmd|' /C calc'!A0",
  () => 'xn--80ak6aa92e.com',
  () => 'ⓖoogle.com',
  () => 'a..b@1.2.3',
  () => `a@${'x'.repeat(64)}.example`,
  () => 'javascript:alert(1)',
  () => 'http://169.254.169.254/latest/meta-data/',
  () => 'http://[::ffff:127.0.0.1]/',
  () => '{% for i in (1..100000000) %}x{% endfor %}{{ contact.first_name | default: "x" }}',
  () => '<img src=x onerror=alert(1)>',
  () => '../../../../etc/passwd',
  () => '9999-99-99T99:99:99Z',
  () => '+275760-09-13T00:00:00.000Z',
  () => '2026-02-30T25:00:00Z',
  () => '999999999999999999999',
  () => 'a'.repeat(30).concat('!'),
  (random) => `${'\t '.repeat(below(5_000, random))}!`,
  (random) => 'x'.repeat(below(70_000, random)),
  (random) => Array.from({ length: below(200, random) }, () => 'a@b.example'),
  (random) => nested(below(400, random)),
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => -1.5e300,
  () => 2 ** 31,
  () => 2 ** 53,
  () => Number.MAX_VALUE,
  () => '',
  () => [],
  () => ({}),
  () => [null, '', {}, [], 7],
  () => ({ constructor: { prototype: 1 }, toString: 'x' }),
];

function nested(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Returns text that is invalid JSON, or JSON that is unusual in a request. */
export function brokenJson(random: Random): Buffer {
  return Buffer.from(
    pick(
      [
        '',
        '{',
        'null',
        '"text"',
        '[]',
        '{"a":1e999,"a":2}',
        '{"__proto__":{"isAdmin":true},"constructor":1}',
        '{"a":"\\ud800"}',
        `{"a":"${'\\u0000'.repeat(3)}"}`,
        '['.repeat(BOMB_LEVELS),
        `${'{"a":'.repeat(BOMB_LEVELS)}1${'}'.repeat(BOMB_LEVELS)}`,
        '\ufeff{}',
        '{} trailing',
        'a[b]=1&a[c]=2&%=%&=&&&',
      ],
      random,
    ),
  );
}

/**
 * Returns a value that matches a schema in most cases. It may not match patterns and formats, because they are guessed.
 */
export function fitting(schema: Schema, random: Random, depth = 0): unknown {
  const { anyOf, const: only, default: fallback, enum: words, examples, oneOf, type } = schema;
  if (only !== undefined) return only;
  if (Array.isArray(words)) return pick(words as unknown[], random);
  const choices = [anyOf, oneOf].find(Array.isArray) as Schema[] | undefined;
  if (choices) return fitting(pick(choices, random), random, depth + 1);
  if (Array.isArray(examples) && random() < 0.3) return pick(examples as unknown[], random);
  if (fallback !== undefined && random() < 0.2) return fallback;
  const kind: unknown = Array.isArray(type) ? pick(type as unknown[], random) : type;
  switch (kind) {
    case 'string':
      return text(schema, random);
    case 'integer':
    case 'number':
      return number(schema, random, kind === 'integer');
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    case 'array':
      return depth > MAX_DEPTH ? [] : list(schema, random, depth);
    case 'object':
      return depth > MAX_DEPTH ? {} : members(schema, random, depth);
    default:
      return depth > MAX_DEPTH ? 'x' : odd(random);
  }
}

function text({ format, maxLength, minLength }: Schema, random: Random): string {
  const word = `w${below(1e6, random)}`;
  const made = pick(
    [
      word,
      `${word}@x.example`,
      `${word}.example`,
      `https://${word}.example/`,
      new Date(1.7e12 + below(1e11, random)).toISOString(),
      `<p>Hello {{ contact.first_name }}, ${word}</p>`,
      'onboarding@sandbox.localhost',
      'ä漢🙂',
      '12',
    ],
    random,
  );
  const shown = format === 'date-time' ? new Date(1.8e12).toISOString() : made;
  const most = typeof maxLength === 'number' ? maxLength : 1_000;
  // Sometimes return the maximum length, because off-by-one errors occur there.
  if (random() < 0.05 && most < 20_000) return 'y'.repeat(most);
  return shown.padEnd(typeof minLength === 'number' ? minLength : 0, 'z').slice(0, most);
}

function number({ maximum, minimum }: Schema, random: Random, isWhole: boolean): number {
  const least = typeof minimum === 'number' ? minimum : 0;
  const most = typeof maximum === 'number' ? maximum : least + 100;
  const value = pick([least, most, least + random() * (most - least)], random);
  return isWhole ? Math.round(value) : value;
}

function list({ items, maxItems, minItems }: Schema, random: Random, depth: number): unknown[] {
  const least = typeof minItems === 'number' ? minItems : 0;
  const most = Math.min(typeof maxItems === 'number' ? maxItems : 4, least + 4);
  const length = least + below(most - least + 1, random);
  // Safe cast: the value of `items` is a schema.
  return Array.from({ length }, () => fitting((items ?? {}) as Schema, random, depth + 1));
}

function members({ properties, required }: Schema, random: Random, depth: number): Record<string, unknown> {
  const needed = new Set(Array.isArray(required) ? required : []);
  const taken = Object.entries(Object(properties) as Record<string, Schema>).filter(
    ([name]) => needed.has(name) || random() < 0.5,
  );
  return Object.fromEntries(taken.map(([name, schema]) => [name, fitting(schema, random, depth + 1)]));
}

/** Returns a copy of a value with one to three random changes. */
export function mutated(value: unknown, random: Random): unknown {
  let changed = value;
  for (let edits = below(3, random); edits >= 0; edits -= 1) changed = mutatedOnce(changed, random);
  return changed;
}

function mutatedOnce(value: unknown, random: Random): unknown {
  if (random() < 0.15 || typeof value !== 'object' || value === null) return odd(random);
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.2) return [...(value as unknown[]), odd(random)];
    const at = below(value.length, random);
    return value.map((element: unknown, index) => (index === at ? mutatedOnce(element, random) : element));
  }
  const entries = Object.entries(value);
  const chosen = entries.length === 0 ? undefined : pick(entries, random);
  const choice = random();
  if (!chosen || choice < 0.15) return { ...value, [pick(naughtyStrings, random)]: odd(random) };
  const [name, inner]: [string, unknown] = chosen;
  const others = Object.fromEntries(entries.filter(([other]) => other !== name));
  if (choice < 0.25) return others;
  if (choice < 0.3) return { ...others, [name.toUpperCase()]: inner };
  return { ...value, [name]: mutatedOnce(inner, random) };
}

/** Returns a Latin-1 header value without the control characters that Node rejects. */
export function headerText(random: Random): string {
  const text = Buffer.from(pick([...naughtyStrings, 'k', 'k'.repeat(300)], random)).toString('latin1');
  return text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '');
}
