/** How long a process takes a mail to be as it was; what is around its content (sender, fields, address) is looked at anew then. */
export const REMEMBERED_MS = 60_000;
/** Mails that a process remembers. */
export const MAX_REMEMBERED = 1_000;
/** After which time nobody has a mailing in hand any more that was replaced. */
export const CLOSED_AFTER_SECONDS = 3_600;
/** After which time no report comes of mails of a mailing that was closed. */
export const FORGOTTEN_AFTER_DAYS = 30;
/** Mailings that one run closes, and forgets. */
export const MAX_KEPT = 1_000;
/** How often a record is read again whose sender was changed meanwhile. */
export const MAX_TRIES = 3;
