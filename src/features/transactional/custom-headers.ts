import { MAX_HEADER_NAME_CHARACTERS, MAX_HEADER_VALUE_BYTES } from './limits.ts';

/** RFC 5322 section 3.6.8: printable ASCII but the colon. */
const FIELD_NAME = /^[!-9;-~]+$/;
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;
const NON_ASCII = /[^\t -~]/;
const ALLOWED_KINDS = /^(list|x)-./i;
const THREADING = new Set(['in-reply-to', 'references', 'thread-topic', 'thread-index']);
/** Fields whose value is structured: RFC 2047 words are not allowed in them. */
const STRUCTURED = new Set(['in-reply-to', 'references', 'thread-index']);

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
  if (Buffer.byteLength(value) > MAX_HEADER_VALUE_BYTES) return `must be at most ${MAX_HEADER_VALUE_BYTES} bytes.`;
  const isStructured = lowerName.startsWith('list-') || STRUCTURED.has(lowerName);
  return isStructured && NON_ASCII.test(value) ? 'must be ASCII.' : undefined;
}
