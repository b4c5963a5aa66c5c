const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Lifetimes of authorization codes, tokens, interactions, and grants, in seconds. */
export const LIFETIMES = {
  code: MINUTE_SECONDS,
  accessToken: HOUR_SECONDS,
  /**
   * Lifetime of a refresh token, in seconds. Each use restarts it, so that a client that refreshes its tokens in time
   * stays authorized.
   */
  refreshToken: 60 * DAY_SECONDS,
  /** Maximum time, in seconds, between the client's request and the user's decision. */
  interaction: HOUR_SECONDS,
  /** Maximum lifetime of a grant, in seconds. A grant ends earlier if its last token expires. */
  grant: 3_650 * DAY_SECONDS,
} as const;

/** Number of seconds for which an identical refresh request gets the same response. */
export const REPEAT_SECONDS = 10;

/** Maximum size of a request to the OAuth endpoints, in bytes. Such requests have only a few parameters. */
export const MAX_REQUEST_BYTES = 32 * 1024;

/**
 * Maximum length of the query of an authorization request, in characters. The query is stored until the user decides.
 */
export const MAX_QUERY_CHARACTERS = 8 * 1024;

export const MAX_REDIRECT_URIS = 10;
export const MAX_REDIRECT_URI_CHARACTERS = 1_024;
export const MAX_NAME_CHARACTERS = 100;

/** Maximum number of OAuth clients per account that are created in the dashboard. */
export const MAX_CLIENTS = 100;

/**
 * Maximum number of authorization requests per client address per hour. The number is limited because each request is
 * stored as a row until the user decides.
 */
export const MAX_REQUESTS = 600;

/** Maximum number of self-registered clients per client address per hour. */
export const MAX_REGISTRATIONS = 30;

/**
 * Maximum number of self-registered clients that have never been authorized. When this number is reached, registrations
 * are rejected until old clients are purged.
 */
export const MAX_UNUSED_REGISTRATIONS = 20_000;

/** Number of days after which an unused self-registered client without grants is deleted. */
export const UNUSED_REGISTRATION_DAYS = 7;
