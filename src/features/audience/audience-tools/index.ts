/**
 * Audience tools for assistants. The tools support the same actions as the account API, but bulk actions require
 * confirmation.
 */
export { audienceTools } from './tools.ts';
