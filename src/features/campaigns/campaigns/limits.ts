/** Characters of title, subject, preview text, sender's name and address. */
export const MAX_SHORT_CHARACTERS = 191;
/** Characters of the html, and of a text part. */
export const MAX_HTML_CHARACTERS = 1_000_000;
/** Lists, or tags, that a campaign names for one purpose. */
export const MAX_GROUPS = 1_000;
/** Segments: each is a filter that has to be evaluated. */
export const MAX_SEGMENTS = 20;
/** Contents beside the campaign's own. */
export const MAX_VARIANTS = 4;
/** Hours over which a campaign may be spread. */
export const MAX_SPREAD_HOURS = 168;
/** Hours after which a test may be decided. */
export const MAX_TEST_HOURS = 168;
/** What begins the title of a clone. */
export const RESEND_PREFIX = 'Resend: ';
/**
 * Bytes of a request: a million characters, each of which forms write as twelve bytes at most, and JSON too where it escapes
 * them; and some more beside.
 */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Bytes of bodies that are read at once for a page of campaigns, unless one alone has more. */
export const MAX_READ_BYTES = 4 * 1024 * 1024;
/** What a design is counted as: what it takes, and what is made of it. */
export const DESIGN_BYTES = 1024 * 1024;
