/**
 * Maximum width or height, and maximum area, in pixels. They are limited because a small file can decompress to more
 * memory than a recipient's device has.
 */
export const MAX_SIDE_PIXELS = 16_384;
export const MAX_PIXELS = 50_000_000;
export const MAX_NAME_CHARACTERS = 191;
/** Maximum length of an alternative text, in characters. Equals the limit in designs. */
export const MAX_ALT_CHARACTERS = 500;
/** Maximum number of concurrent uploads per account, and per process. */
export const MAX_RECEIVED_OF_ACCOUNT = 4;
export const MAX_RECEIVED = 32;
/** Time limit for the download of an image, in milliseconds, and maximum number of redirects. */
export const COPY_MS = 10_000;
export const MAX_REDIRECTS = 3;
/** Maximum number of uses listed in the error when an image cannot be deleted because it is in use. */
export const MAX_USES = 100;
/**
 * Maximum size of the cache for recently requested images, in bytes, and lifetime of its entries, in milliseconds. A
 * deleted image can still be served until its entry expires.
 */
export const KEPT_BYTES = 32 * 1024 * 1024;
export const KEPT_MS = 60_000;
