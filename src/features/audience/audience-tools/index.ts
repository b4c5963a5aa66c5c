/**
 * Audience tools for assistants. They can do the same as callers of the account API, but bulk actions require
 * confirmation.
 */
export { audienceTools } from './tools.ts';
