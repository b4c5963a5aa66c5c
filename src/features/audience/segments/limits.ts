/** Segments of an account. */
export const MAX_SEGMENTS = 1_000;
/** Characters of a segment's name. */
export const MAX_NAME_CHARACTERS = 191;
