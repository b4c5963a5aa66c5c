/** Characters of a title. */
export const MAX_TITLE_CHARACTERS = 191;
/** Automations of an account that are not deleted. */
export const MAX_AUTOMATIONS = 200;
/** Mails of an automation. */
export const MAX_EMAILS = 50;
/** Hours that a mail may wait for. */
export const MAX_DELAY_HOURS = 5_000;
/** What they are if it is not said, of the first mail and of the others. */
export const [FIRST_DELAY_HOURS, DELAY_HOURS] = [0, 24];
/** Greatest place in the order that may be named: whatever lies behind the end is the end. */
export const MAX_ORDER = 1_000_000;
/** Bytes of a request with a mail, as of one with a campaign. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Bytes of contents that are read at once to show an automation; larger ones are written one after the other. */
export const MAX_READ_BYTES = 4 * 1024 * 1024;
