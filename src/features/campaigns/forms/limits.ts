/** Maximum number of forms per account, regardless of the plan. */
export const MAX_FORMS = 1_000;
export const MAX_LISTS = 100;
export const MAX_SHOWN_FIELDS = 20;
/** Maximum length of a title, a heading or a title search, in characters. */
export const MAX_TITLE_CHARACTERS = 191;
export const MAX_BUTTON_CHARACTERS = 60;
/** Maximum length of a description or consent text, in characters. */
export const MAX_TEXT_CHARACTERS = 1_000;
export const MAX_URL_CHARACTERS = 2_000;
/** Maximum length of a submitted first or last name, in characters. */
export const MAX_NAME_CHARACTERS = 191;
export const MAX_BODY_BYTES = 64 * 1024;
/**
 * Minimum number of milliseconds between showing and submitting a form. A faster submission probably comes from a bot.
 */
export const TOO_FAST_MS = 2_000;
/**
 * Minimum number of milliseconds between showing and submitting the page that asks the visitor to press the button
 * again.
 */
export const TOO_FAST_AGAIN_MS = 500;
/** Maximum number of milliseconds between opening and submitting a page. */
export const PAGE_MS = 24 * 60 * 60_000;
/** Length of the rate limit window, in seconds. */
export const WINDOW_SECONDS = 60 * 60;
export const KEPT_HOURS = 24;
/**
 * Response times are rounded up to a multiple of this number of milliseconds, so that they do not reveal whether an
 * address is known.
 */
export const STEP_MS = 100;
