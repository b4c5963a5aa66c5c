/** Maximum number of contacts per transaction. */
export const CHUNK_CONTACTS = 5_000;
/** Maximum number of unfinished actions per account. */
export const MAX_OPEN = 20;
/** Number of days after its creation for which a finished action is kept. */
export const KEPT_DAYS = 90;
/** Number of minutes for which a confirmation token is valid. */
export const CONFIRMATION_MINUTES = 15;
