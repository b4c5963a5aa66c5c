/** Campaigns on a page of the archive. */
export const PER_PAGE = 15;
/** The campaigns of an account that were made last; what is older the archive does not show. */
export const MAX_SHOWN = 1_000;
/** Pages that follow from that, and what is counted beyond. */
export const MAX_PAGE = Math.ceil(MAX_SHOWN / PER_PAGE);
/** Characters of a subject in the list. */
export const MAX_SUBJECT_CHARACTERS = 120;
