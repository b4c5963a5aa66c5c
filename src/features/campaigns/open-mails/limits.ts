/**
 * How long a process reuses an email, in milliseconds. After that, data apart from the content (sender, custom fields,
 * postal address) is read again.
 */
export const REMEMBERED_MS = 60_000;
/** Maximum number of emails that a process remembers. */
export const MAX_REMEMBERED = 1_000;
/** Seconds after which no process uses a replaced mailing anymore. */
export const CLOSED_AFTER_SECONDS = 3_600;
/** Days after which no more reports arrive for messages of a closed mailing. */
export const FORGOTTEN_AFTER_DAYS = 30;
/** Maximum number of mailings to close per run, and to delete per run. */
export const MAX_KEPT = 1_000;
/** Number of attempts to read a record whose sender is being changed. */
export const MAX_TRIES = 3;
