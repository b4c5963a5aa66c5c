/** Maximum number of lists, or of tags, that a campaign includes or excludes. */
export const MAX_GROUPS = 1_000;
/** Maximum number of segments. The number is low because every segment is a filter that must be evaluated. */
export const MAX_SEGMENTS = 20;
/** Maximum number of variants in addition to the campaign's own content. */
export const MAX_VARIANTS = 4;
/** Maximum number of languages in addition to the campaign's own content. */
export const MAX_LANGUAGES = 20;
/** Maximum number of hours over which a campaign can be spread. */
export const MAX_SPREAD_HOURS = 168;
export const MAX_TEST_HOURS = 168;
/** Maximum number of drafts to which one request applies the brand, and number of drafts that are read at a time. */
export const MAX_BRAND_DRAFTS = 1_000;
export const DRAFTS_AT_ONCE = 20;
export const RESEND_PREFIX = 'Resend: ';
/** Maximum size of a request body, in bytes. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/**
 * Maximum total size, in bytes, of the bodies that one query reads for a page of campaigns. A larger body is read by a
 * separate query.
 */
export const MAX_READ_BYTES = 4 * 1024 * 1024;
/** Estimated size of a design and the HTML that is generated from it, in bytes. */
export const DESIGN_BYTES = 1024 * 1024;
