import { decodeHTML } from 'entities';
import { Drop, toValue } from 'liquidjs';
import { recipientLink, type LinkTokens } from '../link-purpose.ts';
import type { KnownName, NameKind } from './source.ts';

/** Data of the recipient whose email is being rendered. */
export interface Reading {
  readonly values: Readonly<Record<string, string>>;
  readonly linkPrefixes: readonly string[];
  readonly tokenOf: LinkTokens;
}

/** The value of a missing name: false in conditions, empty in text, and equal to an empty string. */
class Absent extends Drop {
  override valueOf(): undefined {
    return undefined;
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

/** HTML that the template created. Filters and conditions use its plain text. */
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

/** Returns the text that replaces a name in a recipient's email. Returns '' if the name has no value. */
export function textOfName(known: KnownName, { linkPrefixes, tokenOf, values }: Reading): string {
  if ('value' in known) return known.value;
  if ('link' in known) return recipientLink(linkPrefixes[known.link] ?? '', tokenOf);
  return Object.hasOwn(values, known.slot) ? (values[known.slot] ?? '') : '';
}

/** Returns the value of a name for conditions and filters. Converts numbers and treats empty values as absent. */
export function valueOfName(known: KnownName, reading: Reading): unknown {
  const text = textOfName(known, reading);
  return text === '' ? ABSENT : typed(text, known.kind);
}

function typed(text: string, kind: NameKind): unknown {
  if (kind === 'boolean') return /^(true|1|yes)$/i.test(text);
  if (kind !== 'number') return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** Converts a value to text. */
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
