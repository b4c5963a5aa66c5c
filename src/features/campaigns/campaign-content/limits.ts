/** Maximum number of recipients of a test email. */
export const MAX_TEST_RECIPIENTS = 10;
/** Maximum number of test emails that an account can send per day. The day starts with the first test email. */
export const MAX_TESTS_A_DAY = 100;
/** Length of the period for the limit on test emails (one day), in seconds. */
export const TEST_DAY_SECONDS = 86_400;
/** Maximum number of link addresses that one check requests. */
export const MAX_ASKED = 50;
/**
 * Maximum number of concurrent checks. The number is limited because each check can use a thread and several
 * connections.
 */
export const MAX_CHECKS_AT_ONCE = 4;
