/** Maximum number of templates of an account. */
export const MAX_TEMPLATES = 500;
/** Longest name of a template, and longest search text for names, in characters. */
export const MAX_NAME_CHARACTERS = 191;
/** Largest request body, in bytes. Campaigns have the same limit. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Templates per page of a listing. */
export const PER_PAGE = 50;
