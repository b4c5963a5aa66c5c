/** What assistants may look at and do with an account's audience: the same as callers of the account API, with a confirmation. */
export { audienceTools } from './tools.ts';
