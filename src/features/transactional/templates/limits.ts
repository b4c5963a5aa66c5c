/** Maximum number of templates of an account. */
export const MAX_TEMPLATES = 500;
/** Maximum number of versions of a template. */
export const MAX_VERSIONS = 100;
/** Maximum length of a template name, and of a search string for names, in characters. */
export const MAX_NAME_CHARACTERS = 191;
/** Maximum size of a request body, in bytes. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Number of templates per page of a listing. */
export const PER_PAGE = 50;
/** Maximum depth of a list or an object that is the value of a variable. */
export const MAX_VALUE_DEPTH = 10;
/** Maximum number of values in a list or an object that is the value of a variable, at all levels. */
export const MAX_VALUES = 10_000;
