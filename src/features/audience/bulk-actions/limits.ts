/** Contacts of one transaction: its locks are held some 60 ms. */
export const CHUNK_CONTACTS = 5_000;
/** Actions of an account that have not ended. */
export const MAX_OPEN = 20;
/** Actions are forgotten after so many days. */
export const KEPT_DAYS = 90;
/** A confirmation is good for so long. */
export const CONFIRMATION_MINUTES = 15;
