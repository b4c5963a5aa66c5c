import { decodeHTML } from 'entities';
import { Drop, toValue } from 'liquidjs';
import { recipientLink, type LinkTokens } from '../link-purpose.ts';
import type { KnownName, NameKind } from './source.ts';

/** What is known of one recipient while its mail is written. */
export interface Reading {
  readonly values: Readonly<Record<string, string>>;
  readonly linkPrefixes: readonly string[];
  readonly tokenOf: LinkTokens;
}

/** A name without a value: false in a condition, nothing in text, and equal to an empty text. */
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

/** HTML that the template itself made; filters and conditions see the text that it shows. */
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

/** The text of a name for one recipient; empty when there is none. */
export function textOfName(known: KnownName, { linkPrefixes, tokenOf, values }: Reading): string {
  if ('value' in known) return known.value;
  if ('link' in known) return recipientLink(linkPrefixes[known.link] ?? '', tokenOf);
  return Object.hasOwn(values, known.slot) ? (values[known.slot] ?? '') : '';
}

/** What conditions and filters get for a name: a number for a number, nothing for what is empty. */
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

/** A value as text. */
export function textOf(value: unknown): string {
  const plain: unknown = toValue(value);
  if (typeof plain === 'string') return plain;
  if (plain === undefined || plain === null) return '';
  if (Array.isArray(plain)) return plain.map((item) => textOf(item)).join('');
  return typeof plain === 'number' || typeof plain === 'boolean' ? String(plain) : '';
}

/** How much there is to read of a value. */
export function lengthOf(value: unknown): number {
  if (value instanceof HtmlText) return value.html.length;
  if (typeof value === 'string') return value.length;
  return Array.isArray(value) ? value.length * 8 : 1;
}
