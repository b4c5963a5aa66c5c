export { stoppedNotice, type SendNotice } from './notices.ts';
export { pausedClassesSchema, presentPausedClasses } from './paused-classes.ts';
export { decideReview, listOpenReviews, readLatestReview, settleWhenLifted } from './review.ts';
export { auditSchema, reviewFields, reviewSchema } from './review-schema.ts';
export { accountRoutes } from './routes.ts';
export { accountName, auditQuery, plainText, wholeNumber } from './schema.ts';
export { readSettings } from './settings.ts';
export { tellAutomaticPauses } from './tell-pauses.ts';
