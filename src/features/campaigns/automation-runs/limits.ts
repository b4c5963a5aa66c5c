/** Contacts of a step, which is one transaction. */
export const STEP_CONTACTS = 1_000;
/** Entries that are moved or removed in one transaction when a mail or an automation is gone. */
export const PIECE_ENTRIES = 2_000;
/** A mail whose process died is taken up by another after so long. */
export const LEASE_SECONDS = 25;
/** How long a step waits for whoever holds the automation; then others have their turn. */
export const WAIT_MS = 1_000;
/** Before a mail is tried again that others held. */
export const BUSY_SECONDS = 1;
/** Between two tries of a mail that cannot be sent: twice as long after each, at most the last. */
export const [RETRY_SECONDS, MAX_RETRY_SECONDS] = [60, 3_600];
/** Before an account that may not send is asked again. */
export const HELD_SECONDS = 300;
/** Before the mail to a contact for which it cannot be made is tried again. */
export const POSTPONED_HOURS = 1;
/** The next mail counts from when this one was due, unless it was later than that. */
export const LATE_MINUTES = 10;
/** Tries to find the contacts of a step that its mail cannot be made for; when none of the first succeeds, it is all of them. */
export const MAX_FAILED_FIRST = 31;
export const MAX_TRIES_APART = 300;
