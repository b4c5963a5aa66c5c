/** Maximum length of an event name, in characters. */
export const MAX_NAME_CHARACTERS = 128;
/** Maximum size of an event's properties as JSON, in bytes. */
export const MAX_PROPERTIES_BYTES = 16 * 1024;
/** Maximum nesting depth of an event's properties. The properties themselves are the first level. */
export const MAX_DEPTH = 5;
/** Maximum number of events in a batch. */
export const MAX_BATCH = 1_000;
/**
 * Maximum size of a batch request body, in bytes. Large enough for a thousand events with properties of the maximum
 * size.
 */
export const MAX_BATCH_BYTES = 20 * 1024 * 1024;
/** Maximum length of an idempotency key, in characters. */
export const MAX_KEY_CHARACTERS = 256;
/** Maximum length of a search text, in characters. */
export const MAX_QUERY_CHARACTERS = 256;
/** Maximum number of event names, in alphabetical order, in which a search looks for its text. */
export const MAX_SEARCHED_NAMES = 1_000;
/** Maximum number of milliseconds by which the timestamp of an event may be in the future, to allow for clock skew. */
export const FUTURE_TOLERANCE_MS = 5 * 60_000;
/** Number of days that events and their idempotency keys are kept. */
export const EVENT_DAYS = 365;
/**
 * Maximum number of submissions that are stored together, and maximum number of submissions that wait to be stored. A
 * submission is one event, or a batch request with up to `MAX_BATCH` events.
 */
export const [MAX_TOGETHER, MAX_WAITING] = [1_000, 20_000];
/**
 * Maximum total size of the submissions that are stored together, and of the submissions that wait to be stored. Counts
 * the characters of the properties as JSON, plus 200 per event.
 */
export const [MAX_BYTES_TOGETHER, MAX_WAITING_BYTES] = [16 * 1024 * 1024, 128 * 1024 * 1024];
