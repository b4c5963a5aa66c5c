import { type Mailbox, plainMailbox } from './address.ts';

const PREFIX_B = '=?UTF-8?B?';
const SUFFIX = '?=';
/**
 * RFC 2047 section 2: a line with an encoded word has at most 76 characters, including the field name and the space of
 * a fold.
 */
const MAX_LINE = 76;
/** In base64, four characters encode three bytes. */
const BASE64_GROUP = 4;
const GROUP_BYTES = 3;
/** Minimum number of bytes in an encoded word on the first line. If fewer fit, the first word starts on a new line. */
const MIN_BYTES = 12;
/** Width of the space that starts a folded line. */
const FOLDED_COLUMN = 1;
const ROOM_FOLDED = roomBehind(FOLDED_COLUMN);

/**
 * A header field. In composed messages, `value` is folded with CRLF before white space, and is ASCII except for
 * internationalized addresses (RFC 6532).
 */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

/** RFC 5322 section 2.1.1: lines should have at most 78 characters and must not exceed 998. */
const SOFT_LINE = 78;
const HARD_LINE = 998;
const FOLD = '\r\n';
/**
 * Matches the positions before white space where a line can be folded. The fold is inserted before the white space and
 * never replaces it.
 */
const FOLDABLE = /(?<=[^ \t])(?=[ \t])/;
/**
 * Matches the positions between values in angle brackets, such as message IDs and List-* URLs, where a line can be
 * folded.
 */
const BETWEEN_BRACKETS = /(?<=>[ \t]*,?)(?=<)/g;

/**
 * Formats an unstructured field (Subject, X-*). Uses encoded words if the text is not printable ASCII, contains `=?`,
 * or cannot be folded within the SMTP limit.
 */
export function textField(name: string, text: string): HeaderField {
  const folded = isPlain(text) ? fold(name, text) : undefined;
  return { name, value: folded !== undefined && isFit(name, folded) ? folded : encodeWords(text, name.length + 2) };
}

/**
 * Formats a structured field with an ASCII value. Folds at white space or, if this is not enough, between values in
 * brackets. Throws RangeError if a line would still exceed the SMTP limit.
 */
export function structuredField(name: string, value: string): HeaderField {
  const folded = fold(name, value);
  if (isFit(name, folded)) return { name, value: folded };
  const spaced = fold(name, value.trim().replaceAll(BETWEEN_BRACKETS, ' '));
  if (isFit(name, spaced)) return { name, value: spaced };
  // Start the value on a new line, which has more space because it does not contain the field name. White space is
  // allowed before any value.
  const lowered = `${FOLD} ${spaced}`;
  if (isFit(name, lowered)) return { name, value: lowered };
  throw new RangeError(`${name} contains a part that exceeds the maximum line length (${HARD_LINE} characters)`);
}

/** Returns whether all lines of a field are within the SMTP limit. */
function isFit(name: string, value: string): boolean {
  if (name.length + 2 + value.length <= HARD_LINE) return true;
  const lines = `${name}: ${value}`.split(FOLD);
  return lines.every((line) => line.length <= HARD_LINE);
}

/**
 * Formats a header field that contains mailboxes. Starts a new line for a mailbox that does not fit. Writes non-ASCII
 * names as encoded words.
 */
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

/** Moves the address to a new line if it does not fit after the name. */
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
 * Encodes text as encoded words (RFC 2047). Folds between words, and never splits a code point. The first word starts
 * at `column`, or on a new line if there is too little space.
 */
function encodeWords(text: string, column: number): string {
  const first = roomBehind(column);
  const isOnFirstLine = first >= MIN_BYTES;
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

/** Returns whether text can be used unencoded in an unstructured field. */
function isPlain(text: string): boolean {
  return /^[\t -~]*$/.test(text) && !text.includes('=?');
}

function wordOf(text: string): string {
  return `${PREFIX_B}${Buffer.from(text).toString('base64')}${SUFFIX}`;
}

/** Returns the number of bytes of text that fit into an encoded word that starts at `column`. */
function roomBehind(column: number): number {
  const characters = MAX_LINE - column - PREFIX_B.length - SUFFIX.length;
  return Math.floor(characters / BASE64_GROUP) * GROUP_BYTES;
}
