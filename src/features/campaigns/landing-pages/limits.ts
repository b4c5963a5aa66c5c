export const MAX_TITLE_CHARACTERS = 191;
export const MAX_TEXT_CHARACTERS = 5_000;
export const MAX_DESCRIPTION_CHARACTERS = 300;
export const MAX_ALT_CHARACTERS = 191;
export const MIN_SLUG_CHARACTERS = 3;
export const MAX_SLUG_CHARACTERS = 60;
/** Pages of an account that are not deleted. */
export const MAX_PAGES = 1_000;
/** Pages that are named where they stand in the way of something. */
export const MAX_NAMED = 100;
