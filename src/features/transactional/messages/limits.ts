/** Limits for a single send. A KB is 1,024 bytes, counted in UTF-8. */
export const MAX_TO = 50;
export const MAX_CC_AND_BCC = 50;
/** Maximum number of Reply-To addresses in requests that allow more than one. */
export const MAX_REPLY_TO = 50;
export const MAX_HTML_BYTES = 500 * 1024;
export const MAX_TEXT_BYTES = 100 * 1024;
export const MAX_HEADERS = 20;

/**
 * Limit for subjects and header values, each of which is one line before folding. A line has at most 998 octets (RFC
 * 5322 section 2.1.1).
 */
export const MAX_SUBJECT_CHARACTERS = 998;
export const MAX_HEADER_VALUE_BYTES = 998;
/**
 * Maximum size of `References` or `In-Reply-To`, in bytes. A thread can have many messages, but receivers such as
 * Postfix accept at most 100 KB of header fields.
 */
export const MAX_THREAD_BYTES = 64 * 1024;
export const MAX_HEADER_NAME_CHARACTERS = 76;
export const MAX_TAG_CHARACTERS = 256;

/**
 * Maximum size of a request body in bytes: full-size HTML and text in which every character is a six-byte escape
 * (`\\u003c`), plus room for 100 addresses.
 */
export const MAX_SEND_BODY_BYTES = 4 * 1024 * 1024;

export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 256;

export const MAX_BATCH_ITEMS = 100;
/** Maximum size of a batch body in bytes, including room for JSON escapes. */
export const MAX_BATCH_BODY_BYTES = 128 * 1024 * 1024;
