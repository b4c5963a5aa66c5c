/** Forms of an account, whatever its plan says. */
export const MAX_FORMS = 1_000;
/** Lists of a form. */
export const MAX_LISTS = 100;
/** Fields of the account that a form asks for. */
export const MAX_SHOWN_FIELDS = 20;
/** Characters of a title or heading, and of what titles are searched for. */
export const MAX_TITLE_CHARACTERS = 191;
export const MAX_BUTTON_CHARACTERS = 60;
/** Characters of the words above the fields, and of those beside the box. */
export const MAX_TEXT_CHARACTERS = 1_000;
export const MAX_URL_CHARACTERS = 2_000;
/** Characters of a first or last name that is sent in. */
export const MAX_NAME_CHARACTERS = 191;
/** Bytes of what is sent in: names, an address, and values of some fields. */
export const MAX_BODY_BYTES = 64 * 1024;
/** Whoever is faster than this has not read the page. */
export const TOO_FAST_MS = 2_000;
/** The same of whoever is asked once more. */
export const TOO_FAST_AGAIN_MS = 500;
/** For how long a page that was opened can be sent in. */
export const PAGE_MS = 24 * 60 * 60_000;
/** The window in which attempts are counted, and how long they are kept. */
export const WINDOW_SECONDS = 60 * 60;
export const KEPT_HOURS = 24;
/** Answers come at such steps: a few statements more or less, by what is known of an address, are not to be seen in their time. */
export const STEP_MS = 100;
