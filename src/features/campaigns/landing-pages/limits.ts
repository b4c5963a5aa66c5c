export const MAX_TITLE_CHARACTERS = 191;
export const MAX_TEXT_CHARACTERS = 5_000;
export const MAX_DESCRIPTION_CHARACTERS = 300;
export const MAX_ALT_CHARACTERS = 191;
export const MIN_SLUG_CHARACTERS = 3;
export const MAX_SLUG_CHARACTERS = 60;
/** Maximum number of landing pages of an account, not counting deleted pages. */
export const MAX_PAGES = 1_000;
/**
 * Maximum number of landing pages that are listed in the error if an object cannot be deleted because landing pages use
 * it.
 */
export const MAX_NAMED = 100;
