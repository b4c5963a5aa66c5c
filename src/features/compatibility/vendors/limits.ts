/** Recipients of one request. */
export const MAX_BATCH_RECIPIENTS = 1_000;
/** What a client has back with each event, of one message or recipient, as JSON. */
export const MAX_METADATA_BYTES = 16 * 1024;
/** A mail of a batch with its recipient's values, before it is encoded. */
export const MAX_FILLED_BYTES = 1024 * 1024;
/** Events of one page. */
export const MAX_EVENTS = 300;
/** Opens and clicks of one recipient that are written. */
export const MAX_VISITS = 50;
/** How long requests, and what became of them, are kept. */
export const KEPT_DAYS = 30;
/** Rows that one statement forgets of a table. */
export const MAX_PURGED = 20_000;
