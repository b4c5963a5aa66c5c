/** What delivery processes load of it: links in mails. */
export {
  createLinkReader,
  createLinkTokens,
  createTracker,
  linkNumberOf,
  linkPrefix,
  type Tracker,
} from './tracker.ts';
