import { type Mailbox, plainMailbox } from './address.ts';

const PREFIX_B = '=?UTF-8?B?';
const SUFFIX = '?=';
/** RFC 2047 section 2: a line with an encoded word has at most 76 characters, the field's name and the fold included. */
const MAX_LINE = 76;
/** Four characters of base64 hold three bytes. */
const BASE64_GROUP = 4;
const GROUP_BYTES = 3;
/** Less than this on the first line is not worth a word: it begins on a line of its own. */
const LEAST_BYTES = 12;
/** The space that begins a folded line. */
const FOLDED_COLUMN = 1;
const ROOM_FOLDED = roomBehind(FOLDED_COLUMN);

/** A header field; `value` is what follows 'Name: ', ASCII, folded with CRLF and a space. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

/** RFC 5322 section 2.1.1: lines should stay at 78 characters and must not pass 998. */
const SOFT_LINE = 78;
const HARD_LINE = 998;
const FOLD = '\r\n';
/** Before white space: every space is kept, a fold goes before one and never instead of one. */
const FOLDABLE = /(?<=[^ \t])(?=[ \t])/;
/** Between what stands in angle brackets, as message ids and the URLs of a list do: white space changes nothing there. */
const BETWEEN_BRACKETS = /(?<=>[ \t]*,?)(?=<)/g;

/** An unstructured field (Subject, X-*): non-ASCII text, or what does not fit on lines, becomes encoded words. */
export function textField(name: string, text: string): HeaderField {
  const folded = isPlain(text) ? fold(name, text) : undefined;
  return { name, value: folded !== undefined && isFit(name, folded) ? folded : encodeWords(text, name.length + 2) };
}

/**
 * A structured field whose value is ASCII already: folded at white space, and where that is not enough between what stands in
 * brackets. Throws RangeError when a part of it has no room on a line.
 */
export function structuredField(name: string, value: string): HeaderField {
  const folded = fold(name, value);
  if (isFit(name, folded)) return { name, value: folded };
  const spaced = fold(name, value.trim().replaceAll(BETWEEN_BRACKETS, ' '));
  if (isFit(name, spaced)) return { name, value: spaced };
  // White space may stand before any value: a line of its own makes room for what the name left none.
  const lowered = `${FOLD} ${spaced}`;
  if (isFit(name, lowered)) return { name, value: lowered };
  throw new RangeError(`${name} contains a part that exceeds the maximum line length (${HARD_LINE} characters)`);
}

/** Whether no line of a field is longer than SMTP takes. */
function isFit(name: string, value: string): boolean {
  if (name.length + 2 + value.length <= HARD_LINE) return true;
  const lines = `${name}: ${value}`.split(FOLD);
  return lines.every((line) => line.length <= HARD_LINE);
}

/** A field of mailboxes, each on a line of its own when they do not fit on one; names that are not ASCII in encoded words. */
export function mailboxField(name: string, mailboxes: readonly Mailbox[]): HeaderField {
  let value = '';
  let column = name.length + 2;
  for (const [index, mailbox] of mailboxes.entries()) {
    const end = index < mailboxes.length - 1 ? ',' : '';
    const plain = plainMailbox(mailbox);
    const text = plain && `${plain}${end}`;
    if (index > 0) {
      const isOnLine = text !== undefined && column + 1 + text.length <= SOFT_LINE;
      value += isOnLine ? ' ' : `${FOLD} `;
      column = isOnLine ? column + 1 : 1;
    }
    const written = text === undefined ? encodedMailbox(mailbox, column, end) : foldedMailbox(mailbox, text, column);
    value += written;
    const lastFold = written.lastIndexOf('\n');
    column = lastFold === -1 ? column + written.length : written.length - lastFold - 1;
  }
  return { name, value };
}

function encodedMailbox({ address, name = '' }: Mailbox, column: number, end: string): string {
  return `${encodeWords(name, column)}${FOLD} <${address}>${end}`;
}

/** A name that leaves no room for the address has a line of its own. */
function foldedMailbox({ name }: Mailbox, text: string, column: number): string {
  if (name === undefined || column + text.length <= SOFT_LINE) return text;
  const address = text.lastIndexOf(' <');
  return `${text.slice(0, address)}${FOLD}${text.slice(address)}`;
}

function fold(name: string, text: string): string {
  if (name.length + 2 + text.length <= SOFT_LINE) return text;
  let value = '';
  let column = name.length + 2;
  for (const part of text.split(FOLDABLE)) {
    if (value !== '' && column + part.length > SOFT_LINE && part.trim() !== '') {
      value += FOLD;
      column = 0;
    }
    value += part;
    column += part.length;
  }
  return value;
}

/**
 * Encoded words (RFC 2047) of text that is not plain ASCII, folded between words; no code point is split. The first of
 * them begins behind `column` characters, or on a line of its own when they leave too little room.
 */
function encodeWords(text: string, column: number): string {
  const first = roomBehind(column);
  const isOnFirstLine = first >= LEAST_BYTES;
  let room = isOnFirstLine ? first : ROOM_FOLDED;
  let words = isOnFirstLine ? '' : '\r\n ';
  let from = 0;
  let bytes = 0;
  let at = 0;
  for (const point of text) {
    const size = Buffer.byteLength(point);
    if (bytes + size > room) {
      words += `${wordOf(text.slice(from, at))}\r\n `;
      room = ROOM_FOLDED;
      from = at;
      bytes = 0;
    }
    bytes += size;
    at += point.length;
  }
  return words + (from < text.length ? wordOf(text.slice(from)) : '');
}

/** True when text may stand in an unstructured header field as it is. */
function isPlain(text: string): boolean {
  return /^[\t -~]*$/.test(text) && !text.includes('=?');
}

function wordOf(text: string): string {
  return `${PREFIX_B}${Buffer.from(text).toString('base64')}${SUFFIX}`;
}

/** Bytes of text that an encoded word holds that begins behind so many characters; the word itself has 75 at most. */
function roomBehind(column: number): number {
  const characters = MAX_LINE - column - PREFIX_B.length - SUFFIX.length;
  return Math.floor(characters / BASE64_GROUP) * GROUP_BYTES;
}
