/** Maximum number of contacts per step. A step is one transaction. */
export const STEP_CONTACTS = 1_000;
/** Maximum number of entries that are moved or removed in one transaction after an email or an automation was deleted. */
export const PIECE_ENTRIES = 2_000;
/** Seconds after which another process may claim the email of a process that died. */
export const LEASE_SECONDS = 25;
/** How long a step waits for the lock on an automation before other emails are processed. */
export const WAIT_MS = 1_000;
/** Delay before an email is tried again when another process holds the automation. */
export const BUSY_SECONDS = 1;
/** Delay before an email that cannot be sent is tried again. The delay doubles after each failure, up to the second value. */
export const [RETRY_SECONDS, MAX_RETRY_SECONDS] = [60, 3_600];
/** Delay before sending is tried again for an account that is not allowed to send. */
export const HELD_SECONDS = 300;
/** Delay before an email that could not be created for a contact is tried again. */
export const POSTPONED_HOURS = 1;
/**
 * After an email that was late by at most this time, the delay of the next email starts when the late email was due.
 * After a later email, the delay starts when the email was sent.
 */
export const LATE_MINUTES = 10;
/**
 * Limits on the attempts to find the contacts in a step for which the email cannot be created. If the first
 * `MAX_FAILED_FIRST` attempts all fail, all contacts are assumed to fail. `MAX_TRIES_APART` limits the attempts per
 * step.
 */
export const MAX_FAILED_FIRST = 31;
export const MAX_TRIES_APART = 300;
