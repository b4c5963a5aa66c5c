/** Milliseconds for which an unsubscription can be undone on the page. */
export const UNDO_MS = 60 * 60_000;
/**
 * Maximum age of an unsubscribe page, in milliseconds. If an unsubscribe request is repeated from a newer page, for
 * example by a double click, the response offers to undo the unsubscription.
 */
export const VISIT_MS = 24 * 60 * 60_000;
/**
 * Maximum number of changes to preferences per minute and contact, in each process. Undoing an unsubscription counts as
 * a change. Unsubscribing has no limit.
 */
export const MAX_CHANGES_A_MINUTE = 20;
/** Maximum number of contacts whose changes are counted. */
export const MAX_REMEMBERED = 10_000;
/** Maximum number of lists that a preferences page shows. */
export const MAX_LISTS = 100;
export const MAX_BODY_BYTES = 32 * 1024;
