/** Reasons for an entry: a hard bounce, a complaint, or a manual addition. */
export const REASONS = ['bounced', 'complained', 'manual'] as const;
/** Maximum number of addresses in a request that adds addresses. */
export const MAX_ADDED = 1_000;
/** Maximum length of a note or server reply, in characters. */
export const MAX_DETAIL_CHARACTERS = 500;
export const DEFAULT_PAGE = 20;
export const MAX_PAGE = 100;
