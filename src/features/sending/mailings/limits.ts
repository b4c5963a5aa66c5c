/**
 * Number of recipients that are leased together, because a lease for each recipient would cost more than the message.
 */
export const CHUNK_RECIPIENTS = 250;
/** Maximum number of recipients in one call of `addRecipients`. */
export const MAX_ADDED = 10_000;
/** Maximum number of recipients of a mailing. Chunks and counters support this many and more. */
export const MAX_RECIPIENTS = 5_000_000;
/** Largest template as JSON: HTML and text of a million characters each, at three bytes per character. */
export const MAX_TEMPLATE_BYTES = 8 * 1024 * 1024;
/** Largest values of a recipient as JSON. */
export const MAX_DATA_BYTES = 16 * 1024;
/**
 * Number of recipients in a batch of an open mailing after which another batch starts, because PostgreSQL keeps each
 * version of the batch's counter for a while.
 */
export const MAX_BATCH_RECIPIENTS = 10_000;
