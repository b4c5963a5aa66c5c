/**
 * Cache lifetime of an email, in milliseconds. After that, data other than the content (sender, custom fields,
 * postal address) is read again.
 */
export const REMEMBERED_MS = 60_000;
/** Maximum number of emails that a process caches. */
export const MAX_REMEMBERED = 1_000;
/** Number of seconds after which a replaced mailing is closed. By then, no process uses it anymore. */
export const CLOSED_AFTER_SECONDS = 3_600;
/** Number of days after which a closed mailing is deleted. By then, no more reports arrive for its messages. */
export const PURGE_AFTER_DAYS = 30;
/** Maximum number of mailings that a run closes, and maximum number of mailings that it deletes. */
export const MAX_KEPT = 1_000;
/** Maximum number of attempts to read a stored email whose sender is being changed. */
export const MAX_TRIES = 3;
