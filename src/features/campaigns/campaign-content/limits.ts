/** Addresses of one test. */
export const MAX_TEST_RECIPIENTS = 10;
/** Test mails of an account within a day of its first one. */
export const MAX_TESTS_A_DAY = 100;
/** Seconds of that day. */
export const TEST_DAY_SECONDS = 86_400;
/** Addresses of links that one examination asks. */
export const MAX_ASKED = 50;
/** Examinations at the same moment: each may hold a thread and some connections. */
export const MAX_CHECKS_AT_ONCE = 4;
