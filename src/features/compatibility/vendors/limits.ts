/** Maximum number of recipients per request. */
export const MAX_BATCH_RECIPIENTS = 1_000;
/** Maximum size in bytes, as JSON, of a message's or recipient's metadata, which is included in each event. */
export const MAX_METADATA_BYTES = 16 * 1024;
/** Maximum size, in bytes, of an email in a batch after substitution of the recipient's values, before encoding. */
export const MAX_FILLED_BYTES = 1024 * 1024;
/** Maximum number of events per page. */
export const MAX_EVENTS = 300;
/** Maximum number of stored opens and clicks per recipient. */
export const MAX_VISITS = 50;
/** Number of days for which requests and their results are stored. */
export const KEPT_DAYS = 30;
/** Maximum number of rows that one statement deletes from a table. */
export const MAX_PURGED = 20_000;
