/** Number of recipients that are leased together. */
export const CHUNK_RECIPIENTS = 250;
/** Maximum number of recipients in one call of `addRecipients`. */
export const MAX_ADDED = 10_000;
/** Maximum number of recipients of a mailing. */
export const MAX_RECIPIENTS = 5_000_000;
/** Maximum size of a template as JSON, in bytes. */
export const MAX_TEMPLATE_BYTES = 8 * 1024 * 1024;
/** Maximum size of a recipient's values as JSON, in bytes. */
export const MAX_DATA_BYTES = 16 * 1024;
/**
 * Number of recipients in a batch of an open mailing after which another batch starts. The number is limited, because
 * each update of a batch's counter leaves an old row version in PostgreSQL for some time.
 */
export const MAX_BATCH_RECIPIENTS = 10_000;
