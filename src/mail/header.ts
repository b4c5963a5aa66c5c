import { encodeWords, isPlain } from './encoded-word.ts';

/** A header field; `value` is what follows 'Name: ', ASCII, folded with CRLF and a space. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

/** RFC 5322 section 2.1.1: lines should stay below 78 characters and must not pass 998. */
const SOFT_LINE = 78;
const HARD_LINE = 998;

/** An unstructured field (Subject, X-*): non-ASCII text, or a word too long for a line, becomes encoded words. */
export function textField(name: string, text: string): HeaderField {
  const hasEndlessWord = text.split(/[ \t]/).some((word) => word.length + name.length + 2 > HARD_LINE);
  return { name, value: isPlain(text) && !hasEndlessWord ? fold(name, text) : encodeWords(text) };
}

/** A structured field whose value is ASCII already: folded at white space only. */
export function structuredField(name: string, value: string): HeaderField {
  return { name, value: fold(name, value) };
}

/** A field of several items separated by commas, each on a line of its own when they do not fit on one. */
export function listField(name: string, items: readonly string[]): HeaderField {
  let value = '';
  let column = name.length + 2;
  for (const [index, item] of items.entries()) {
    const text = index < items.length - 1 ? `${item},` : item;
    const firstLine = text.split('\r\n', 1)[0] ?? '';
    if (index > 0 && column + 1 + firstLine.length > SOFT_LINE) {
      value += '\r\n ';
      column = 1;
    } else if (index > 0) {
      value += ' ';
      column += 1;
    }
    value += text;
    column = text.includes('\r\n') ? text.length - text.lastIndexOf('\n') - 1 : column + text.length;
  }
  return { name, value };
}

function fold(name: string, text: string): string {
  let value = '';
  let column = name.length + 2;
  // Every space is kept: a fold goes before one, never instead of one.
  for (const part of text.split(/(?<=[^ \t])(?=[ \t])/)) {
    if (value !== '' && column + part.length > SOFT_LINE && part.trim() !== '') {
      value += '\r\n';
      column = 0;
    }
    value += part;
    column += part.length;
  }
  return value;
}
