export const PER_PAGE = 15;
/**
 * Number of the account's newest campaigns, by ID, that the archive considers. Campaigns that are not shown, such as
 * drafts and automation emails, count toward this number.
 */
export const MAX_SHOWN = 1_000;
/** Highest page number, derived from `MAX_SHOWN` and `PER_PAGE`. */
export const MAX_PAGE = Math.ceil(MAX_SHOWN / PER_PAGE);
/** Maximum length of a subject in the list, in characters. */
export const MAX_SUBJECT_CHARACTERS = 120;
