import { hasRoom, isStructured } from '../../../mail/compose.ts';
import { MAX_HEADER_NAME_CHARACTERS, MAX_HEADER_VALUE_BYTES, MAX_THREAD_BYTES } from './limits.ts';

/** RFC 5322 section 3.6.8: printable ASCII but the colon. */
const FIELD_NAME = /^[!-9;-~]+$/;
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;
const NON_ASCII = /[^\t -~]/;
const ALLOWED_KINDS = /^(list|x)-./i;
const THREADING = new Set(['in-reply-to', 'references', 'thread-topic', 'thread-index']);
/** Fields of message ids, which may be folded between these. */
const ID_LISTS = new Set(['in-reply-to', 'references']);

/**
 * What is wrong with a custom header, as the end of a sentence; undefined when it may be sent. Names beyond the allowed
 * kinds are given in lower case.
 */
export function checkHeader(name: string, value: string, alsoAllowed: ReadonlySet<string>): string | undefined {
  return checkName(name, alsoAllowed) ?? checkValue(name.toLowerCase(), value);
}

function checkName(name: string, alsoAllowed: ReadonlySet<string>): string | undefined {
  if (name.length > MAX_HEADER_NAME_CHARACTERS) {
    return `is too long a name: at most ${MAX_HEADER_NAME_CHARACTERS} characters.`;
  }
  if (!FIELD_NAME.test(name)) return 'is not a header name: use letters, digits and hyphens.';
  const lowerName = name.toLowerCase();
  if (ALLOWED_KINDS.test(name) || THREADING.has(lowerName) || alsoAllowed.has(lowerName)) return undefined;
  return 'is not allowed: custom headers are List-*, X-* and the threading headers In-Reply-To and References.';
}

function checkValue(lowerName: string, value: string): string | undefined {
  if (CONTROL_CHARACTERS.test(value)) return 'must not contain line breaks or control characters.';
  if (value.trim() === '') return 'must not be empty.';
  const limit = ID_LISTS.has(lowerName) ? MAX_THREAD_BYTES : MAX_HEADER_VALUE_BYTES;
  if (Buffer.byteLength(value) > limit) return `must be at most ${limit} bytes.`;
  if (isStructured(lowerName) && NON_ASCII.test(value)) return 'must be ASCII.';
  // No line of a header has more than 998 bytes, and this one cannot be broken where it would have to be.
  return hasRoom(lowerName, value) ? undefined : 'has a part without a space that is too long for a line of 998 bytes.';
}
