/**
 * Audience tools for assistants. The tools allow the same actions as the account API, except that bulk actions require
 * confirmation.
 */
export { audienceTools } from './tools.ts';
