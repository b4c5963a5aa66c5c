/** Maximum number of contacts that one transaction processes. */
export const STEP_CONTACTS = 1_000;
/** Maximum number of entries that one transaction moves or removes after an email or an automation is deleted. */
export const PIECE_ENTRIES = 2_000;
/**
 * Duration of a lease in seconds. If a process dies, other processes can claim its steps after this time.
 */
export const LEASE_SECONDS = 25;
/** Milliseconds that a transaction waits for a lock before it fails. */
export const WAIT_MS = 1_000;
/** Seconds until a step or a trigger is retried if another process holds the lock on the automation. */
export const BUSY_SECONDS = 1;
/**
 * Delay in seconds before the first retry of a failed step, and the maximum delay. The delay doubles after each
 * failure.
 */
export const [RETRY_SECONDS, MAX_RETRY_SECONDS] = [60, 3_600];
/** Seconds until a step is retried if the account is not allowed to send. */
export const HELD_SECONDS = 300;
/** Hours until an email is retried for a contact if the email could not be created. */
export const POSTPONED_HOURS = 1;
/**
 * If a step is completed more than this number of minutes late, the delay of the next step starts at its completion.
 * Otherwise, the delay starts when the completed step was due.
 */
export const LATE_MINUTES = 10;
/**
 * If creating the emails for a batch of contacts fails, the batch is split into smaller and smaller groups to find the
 * contacts that cause the failure. If the first `MAX_FAILED_FIRST` attempts all fail, Postrider assumes that every
 * contact fails. `MAX_TRIES_APART` is the maximum number of attempts per batch.
 */
export const MAX_FAILED_FIRST = 31;
export const MAX_TRIES_APART = 300;
/** Minutes to wait before checking again whether waiting contacts match the filter. */
export const CHECK_MINUTES = 15;
/** Seconds between two checks of a segment. */
export const SEGMENT_CHECK_SECONDS = 300;
/** Maximum number of contacts in a segment that are checked per batch. */
export const SEGMENT_MEMBERS = 1_000;
/** Maximum number of contacts whose dates are checked per batch. */
export const CHECKED_CONTACTS = 10_000;
/** Time limit, in milliseconds, for one run of checks. The next run continues with the remaining checks. */
export const RUN_CHECKS_MS = 5_000;
/**
 * Maximum number of missed days to catch up on. Contacts whose date was on one of these days enter the automation late.
 */
export const MAX_MISSED_DAYS = 6;
/** Maximum number of contacts whose outdated records of sent emails are deleted per run. */
export const PURGED_CAPS = 10_000;
