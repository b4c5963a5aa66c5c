/** Limits for a single send, from the specification's table 'Limits'. A KB is 1,024 bytes, counted in UTF-8. */
export const MAX_TO = 50;
export const MAX_CC_AND_BCC = 50;
/** Maximum number of Reply-To addresses, for requests that can specify several. */
export const MAX_REPLY_TO = 50;
export const MAX_HTML_BYTES = 500 * 1024;
export const MAX_TEXT_BYTES = 100 * 1024;
export const MAX_HEADERS = 20;

/** RFC 5322 section 2.1.1: a line has at most 998 octets. A subject or header value is one line before folding. */
export const MAX_SUBJECT_CHARACTERS = 998;
export const MAX_HEADER_VALUE_BYTES = 998;
/** A thread may have any number of messages, but receivers such as Postfix accept 100 KB of header fields in total. */
export const MAX_THREAD_BYTES = 64 * 1024;
export const MAX_HEADER_NAME_CHARACTERS = 76;
export const MAX_TAG_CHARACTERS = 256;

/**
 * Largest request body: full-size HTML and text in which every character is an escape of six bytes (`\\u003c`), plus
 * room for 100 addresses.
 */
export const MAX_SEND_BODY_BYTES = 4 * 1024 * 1024;

export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 256;

export const MAX_BATCH_ITEMS = 100;
/**
 * Largest batch body: a hundred emails with full-size HTML and text (58.6 MB), and the same amount again for JSON
 * escapes. A process accepts only a limited amount of large bodies at a time. While a large body arrives, other clients
 * must retry.
 */
export const MAX_BATCH_BODY_BYTES = 128 * 1024 * 1024;
