/**
 * Tools with which assistants read contacts, lists, tags and segments, and run bulk actions. Unlike in the account API,
 * a bulk action requires the token of a preview.
 */
export { audienceTools } from './tools.ts';
