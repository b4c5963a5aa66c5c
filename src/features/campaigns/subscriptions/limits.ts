/** Milliseconds for which an unsubscription can be undone on the page. */
export const UNDO_MS = 60 * 60_000;
/**
 * Maximum age of an unsubscribe page, in milliseconds. If the contact unsubscribed after the page was opened, a
 * repeated request from the page, for example after a double click, also gets the response that offers to undo the
 * unsubscription. Older pages do not get this response.
 */
export const VISIT_MS = 24 * 60 * 60_000;
/**
 * Maximum number of changes to preferences per contact per minute, counted separately in each process. Undoing an
 * unsubscription counts as a change. Unsubscribing has no limit.
 */
export const MAX_CHANGES_A_MINUTE = 20;
/** Maximum number of contacts for which the rate limiter counts changes. */
export const MAX_REMEMBERED = 10_000;
/** Maximum number of lists that a preferences page shows. */
export const MAX_LISTS = 100;
export const MAX_BODY_BYTES = 32 * 1024;
