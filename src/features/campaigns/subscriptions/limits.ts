/** For how long what a page has done can be undone on it. */
export const UNDO_MS = 60 * 60_000;
/** For how long a page that was opened is one visit. */
export const VISIT_MS = 24 * 60 * 60_000;
/** How often a minute a contact changes its preferences or undoes, in each process; leaving has no limit. */
export const MAX_CHANGES_A_MINUTE = 20;
/** Contacts whose changes of this minute are remembered. */
export const MAX_REMEMBERED = 10_000;
/** Lists that a page shows. */
export const MAX_LISTS = 100;
/** Bytes of what is posted. */
export const MAX_BODY_BYTES = 32 * 1024;
