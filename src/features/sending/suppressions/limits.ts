/** Why an address is on the list: a hard bounce, a complaint, or somebody put it there. */
export const REASONS = ['bounced', 'complained', 'manual'] as const;
/** Addresses of one request that adds. */
export const MAX_ADDED = 1_000;
/** Characters of a note, and of a server's words. */
export const MAX_DETAIL_CHARACTERS = 500;
export const DEFAULT_PAGE = 20;
export const MAX_PAGE = 100;
