/** Limits of a single send; the specification's table 'Limits'. A KB is 1,024 bytes, counted in UTF-8. */
export const MAX_TO = 50;
export const MAX_CC_AND_BCC = 50;
/** Addresses that answers may go to, where a request can name several. */
export const MAX_REPLY_TO = 50;
export const MAX_HTML_BYTES = 500 * 1024;
export const MAX_TEXT_BYTES = 100 * 1024;
export const MAX_HEADERS = 20;

/** RFC 5322 section 2.1.1: no line over 998 octets; a subject or header value is one such line before folding. */
export const MAX_SUBJECT_CHARACTERS = 998;
export const MAX_HEADER_VALUE_BYTES = 998;
/** A thread may have any number of messages; receivers take 100 KB of all header fields together, as Postfix does. */
export const MAX_THREAD_BYTES = 64 * 1024;
export const MAX_HEADER_NAME_CHARACTERS = 76;
export const MAX_TAG_CHARACTERS = 256;

/**
 * Largest request body: html and text of full size where each character is an escape of six bytes (`\\u003c`), and
 * room for 100 addresses.
 */
export const MAX_SEND_BODY_BYTES = 4 * 1024 * 1024;

export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 256;

export const MAX_BATCH_ITEMS = 100;
/**
 * Largest body of a batch: a hundred mails with html and text of full size (58.6 MB), and as much again for what JSON makes
 * of it. A process takes in so much of large bodies at once; while one arrives, others of its kind are asked to come back.
 */
export const MAX_BATCH_BODY_BYTES = 128 * 1024 * 1024;
