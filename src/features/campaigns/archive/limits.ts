export const PER_PAGE = 15;
/** Maximum number of campaigns in the archive. Older campaigns are not shown. */
export const MAX_SHOWN = 1_000;
/** Highest page number, derived from `MAX_SHOWN` and `PER_PAGE`. */
export const MAX_PAGE = Math.ceil(MAX_SHOWN / PER_PAGE);
/** Maximum length of a subject in the list, in characters. */
export const MAX_SUBJECT_CHARACTERS = 120;
