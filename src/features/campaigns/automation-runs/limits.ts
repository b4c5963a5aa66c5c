/** Maximum number of contacts per step. A step is one transaction. */
export const STEP_CONTACTS = 1_000;
/** Maximum number of entries that one transaction moves or removes after an email or an automation is deleted. */
export const PIECE_ENTRIES = 2_000;
/** Seconds after which another process may claim the email of a process that died. */
export const LEASE_SECONDS = 25;
/** How long a step waits for the lock on an automation before it continues with other emails. */
export const WAIT_MS = 1_000;
/** Delay before an email is retried if another process holds the automation. */
export const BUSY_SECONDS = 1;
/** First and longest delay before an email that cannot be sent is retried. The delay doubles after each failure. */
export const [RETRY_SECONDS, MAX_RETRY_SECONDS] = [60, 3_600];
/** Delay before sending is retried for an account that is not allowed to send. */
export const HELD_SECONDS = 300;
/** Delay before an email is retried for a contact if the email could not be created. */
export const POSTPONED_HOURS = 1;
/**
 * If an email is sent at most this long after it was due, the delay before the next email starts at the due time.
 * Otherwise, the delay starts when the email is sent.
 */
export const LATE_MINUTES = 10;
/**
 * Limits on the retries that identify the contacts whose email cannot be created. If the first `MAX_FAILED_FIRST`
 * retries all fail, the step assumes that all contacts fail. `MAX_TRIES_APART` is the maximum number of retries per
 * step.
 */
export const MAX_FAILED_FIRST = 31;
export const MAX_TRIES_APART = 300;
/** Minutes to wait before checking again whether waiting contacts match the filter. */
export const CHECK_MINUTES = 15;
