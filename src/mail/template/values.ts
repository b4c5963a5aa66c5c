import { decodeHTML } from 'entities';
import { Drop, toValue } from 'liquidjs';
import { recipientLink, type LinkTokens } from '../link-purpose.ts';
import type { KnownName } from './source.ts';

/** Data of the recipient whose email is being rendered. */
export interface Reading {
  readonly values: Readonly<Record<string, string>>;
  readonly linkPrefixes: readonly string[];
  readonly tokenOf: LinkTokens;
}

/** Returns whether the value of a name is a list or an object. */
export function isStructure({ kind }: KnownName): boolean {
  return kind === 'structure';
}

/** The value of a missing name: false in conditions, empty in text, and equal to an empty string. */
class Absent extends Drop {
  override valueOf(): undefined {
    return undefined;
  }

  override liquidMethodMissing(): this {
    return this;
  }

  equals(other: unknown): boolean {
    const value: unknown = toValue(other);
    return value === undefined || value === null || value === '';
  }

  gt(): boolean {
    return false;
  }

  geq(): boolean {
    return false;
  }

  lt(): boolean {
    return false;
  }

  leq(): boolean {
    return false;
  }
}

/** HTML that the template created. Filters and conditions read it with its character references decoded. */
export class HtmlText extends Drop {
  readonly html: string;

  constructor(html: string) {
    super();
    this.html = html;
  }

  override valueOf(): string {
    return decodeHTML(this.html);
  }
}

const ABSENT = new Absent();

/** An object that a sender provides as a value, or as a part of one. A loop over an object runs once. */
class Item extends Drop {
  readonly #properties: ReadonlyMap<string, unknown>;

  constructor(properties: ReadonlyMap<string, unknown>) {
    super();
    this.#properties = properties;
  }

  override liquidMethodMissing(name: string | number): unknown {
    return this.#properties.get(String(name)) ?? ABSENT;
  }

  *[Symbol.iterator](): Generator<this> {
    yield this;
  }
}

const EMPTY_ITEM = new Item(new Map());

/** Returns whether templates can read a property of this name from objects that senders provide. */
export function isReadable(property: string): boolean {
  return !(property in EMPTY_ITEM) && !(property in ABSENT);
}

/** Returns the text that replaces a name in a recipient's email. Returns '' if the name has no value. */
export function textOfName(known: KnownName, { linkPrefixes, tokenOf, values }: Reading): string {
  if ('value' in known) return known.value;
  if ('link' in known) return recipientLink(linkPrefixes[known.link] ?? '', tokenOf);
  return Object.hasOwn(values, known.slot) ? (values[known.slot] ?? '') : '';
}

/**
 * Returns the value of a name for conditions and filters, converted according to its kind. An empty value, and null in
 * a list or object, is absent.
 */
export function valueOfName(known: KnownName, reading: Reading): unknown {
  const text = textOfName(known, reading);
  return text === '' ? ABSENT : typed(text, known.kind);
}

function typed(text: string, kind: KnownName['kind']): unknown {
  if (kind === 'structure') return structured(JSON.parse(text));
  if (kind === 'boolean') return /^(true|1|yes)$/i.test(text);
  if (kind !== 'number') return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** Converts JSON to values for LiquidJS. Null, empty texts, and empty lists are absent. */
function structured(value: unknown): unknown {
  if (value === null || value === '') return ABSENT;
  if (Array.isArray(value)) return value.length === 0 ? ABSENT : value.map(structured);
  if (typeof value !== 'object') return value;
  return new Item(new Map(Object.entries(value).map(([name, inner]) => [name, structured(inner)])));
}

export function textOf(value: unknown): string {
  const plain: unknown = toValue(value);
  if (typeof plain === 'string') return plain;
  if (plain === undefined || plain === null) return '';
  if (Array.isArray(plain)) return plain.map((item) => textOf(item)).join('');
  return typeof plain === 'number' || typeof plain === 'boolean' ? String(plain) : '';
}

/** Returns the cost of reading a value, in characters. */
export function lengthOf(value: unknown): number {
  if (value instanceof HtmlText) return value.html.length;
  if (typeof value === 'string') return value.length;
  return Array.isArray(value) ? value.length * 8 : 1;
}
