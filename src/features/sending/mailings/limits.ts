/** Recipients that are leased as one: a lease for each would cost more than the mail. */
export const CHUNK_RECIPIENTS = 250;
/** Recipients of one call of `addRecipients`. */
export const MAX_ADDED = 10_000;
/** Recipients of a mailing; chunks and counters are made for this many and more. */
export const MAX_RECIPIENTS = 5_000_000;
/** A template as JSON: html and text of a million characters each, of three bytes each. */
export const MAX_TEMPLATE_BYTES = 8 * 1024 * 1024;
/** A recipient's values as JSON. */
export const MAX_DATA_BYTES = 16 * 1024;
/** Recipients of a lot of an open mailing, behind which another begins: PostgreSQL keeps each number of a lot for a while. */
export const MAX_LOT_RECIPIENTS = 10_000;
