/** Maximum number of forms of an account, regardless of its plan. */
export const MAX_FORMS = 1_000;
/** Maximum number of lists of a form. */
export const MAX_LISTS = 100;
/** Maximum number of custom fields of a form. */
export const MAX_SHOWN_FIELDS = 20;
/** Longest title, heading or title search, in characters. */
export const MAX_TITLE_CHARACTERS = 191;
export const MAX_BUTTON_CHARACTERS = 60;
/** Longest description or consent text, in characters. */
export const MAX_TEXT_CHARACTERS = 1_000;
export const MAX_URL_CHARACTERS = 2_000;
/** Longest submitted first or last name, in characters. */
export const MAX_NAME_CHARACTERS = 191;
/** Largest form submission, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024;
/** A form that is submitted within this time after the page was shown was probably submitted by a program. */
export const TOO_FAST_MS = 2_000;
/** The same limit after the page asked the visitor to press the button again. */
export const TOO_FAST_AGAIN_MS = 500;
/** Longest time for which an opened page can be submitted. */
export const PAGE_MS = 24 * 60 * 60_000;
/** Window of the rate limits, and how long the counts are kept. */
export const WINDOW_SECONDS = 60 * 60;
export const KEPT_HOURS = 24;
/** Response times are rounded up to multiples of this step, so that they do not reveal whether an address is known. */
export const STEP_MS = 100;
