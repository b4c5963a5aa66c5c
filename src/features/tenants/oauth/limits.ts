const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** How long what is given out is good for, in seconds. */
export const LIFETIMES = {
  code: MINUTE_SECONDS,
  accessToken: HOUR_SECONDS,
  /** From each use on: a client that comes once in that time stays. */
  refreshToken: 60 * DAY_SECONDS,
  /** From the client's request to the person's answer. */
  interaction: HOUR_SECONDS,
  /** A grant ends with the last of its tokens; this only bounds it. */
  grant: 3_650 * DAY_SECONDS,
} as const;

/** How long a refresh may be repeated word for word and gets the same answer, in seconds. */
export const REPEAT_SECONDS = 10;

/** Requests to these endpoints are some parameters; more is not taken. */
export const MAX_REQUEST_BYTES = 32 * 1024;

/** Characters of the query of an authorization request: it is kept until the person has answered. */
export const MAX_QUERY_CHARACTERS = 8 * 1024;

export const MAX_REDIRECT_URIS = 10;
export const MAX_REDIRECT_URI_CHARACTERS = 1_024;
export const MAX_NAME_CHARACTERS = 100;

/** Clients that an account's settings may hold. */
export const MAX_CLIENTS = 100;

/** Authorization requests that are kept for an address in an hour: each is a row until the person has answered. */
export const MAX_REQUESTS = 600;

/** Clients that may register themselves from one address in an hour. */
export const MAX_REGISTRATIONS = 30;

/** Registered clients that nobody has allowed anything; more are refused until some are purged. */
export const MAX_UNUSED_REGISTRATIONS = 20_000;

/** Days after which a client that registered itself is forgotten, when nothing is allowed to it. */
export const UNUSED_REGISTRATION_DAYS = 7;
