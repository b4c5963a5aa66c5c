/**
 * Content of campaigns: merge tags, footer, headers, numbered links for tracking, and the values of each recipient.
 * Also builds the other emails that are stored as campaigns.
 */
export { createLinkAsker } from './check-links.ts';
export { createContent } from './contents.ts';
export type { CampaignContents } from './contents.ts';
export { fieldErrors } from './refusals.ts';
export { createCopies } from './copy.ts';
export type { CampaignCopies } from './copy.ts';
export { dmarcPolicyOf } from './dmarc.ts';
export { createChecker } from './check.ts';
export { contentOf } from './text.ts';
export { previewCampaign } from './preview.ts';
export { contentRoutes } from './routes.ts';
export type { ContentRouteParts } from './routes.ts';
export { sendTest } from './test-send.ts';
export type { ContentParts } from './parts.ts';
