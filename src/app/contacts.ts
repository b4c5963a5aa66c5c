import type { Job } from '../base/jobs.ts';
import { automationsOfList } from '../features/campaigns/automations/index.ts';
import { contactFieldRoutes } from '../features/audience/contact-fields/index.ts';
import { contactTagRoutes } from '../features/audience/contact-tags/index.ts';
import { contactGrowthRoutes } from '../features/audience/contact-growth/index.ts';
import { contactListingRoutes } from '../features/audience/contact-listing/index.ts';
import { contactMergingRoutes } from '../features/audience/contact-merging/index.ts';
import { contactRoutes, finishRemovals } from '../features/audience/contacts/index.ts';
import { deliverablesOf } from '../features/campaigns/campaign-results/index.ts';
import { contactTimelineRoutes } from '../features/campaigns/contact-timeline/index.ts';
import { formsUsing } from '../features/campaigns/forms/index.ts';
import { pagesUsingList } from '../features/campaigns/landing-pages/index.ts';
import { listRoutes, type ListUsage } from '../features/audience/lists/index.ts';
import { topicRoutes } from '../features/audience/topics/index.ts';
import type { Route } from '../http/route.ts';
import { contactExportRoutes } from '../features/audience/contact-exports/index.ts';
import { CONTACT_IMPORTS } from '../features/audience/contact-imports/index.ts';
import { importRoutes } from '../features/tenants/imports/index.ts';
import { FILTER_PARTS } from './bulk.ts';
import { confirmationsOf } from './confirmations.ts';
import { erasedPeopleOf } from './contact-privacy.ts';
import type { Installation } from './installation.ts';

/** Interval in milliseconds of the job that completes deletions. Deleted objects are hidden immediately. */
const REMOVALS_EVERY_MS = 10_000;

/** Features that use lists. Every such feature must be listed here. */
const LIST_USAGES: readonly ListUsage[] = [formsUsing, automationsOfList, pagesUsingList];

/** Returns the routes for contacts and their lists, tags, topics, and fields. */
export function contactRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  const { clock, db } = installation;
  const confirmations = confirmationsOf(installation, baseUrl);
  return [
    ...contactRoutes({
      db,
      baseUrl,
      erasedPeople: erasedPeopleOf(installation),
      findDeliverables: deliverablesOf(db),
      optInOf: async (accountId) => confirmations.prepare(accountId),
    }),
    ...listRoutes({ db, baseUrl, usages: LIST_USAGES }),
    ...contactListingRoutes({ db, clock, baseUrl, ...FILTER_PARTS }),
    ...contactGrowthRoutes({ clock, db }),
    ...contactMergingRoutes({ db }),
    ...contactTimelineRoutes({ db }),
    ...contactTagRoutes({ db, baseUrl }),
    ...topicRoutes({ db, baseUrl }),
    ...contactFieldRoutes({ db, baseUrl }),
  ];
}

/** Returns the job that finishes deletions of lists and tags. */
export function contactJobs({ db, log }: Installation): Job[] {
  return [
    {
      name: 'finish list and tag deletions',
      everyMs: REMOVALS_EVERY_MS,
      run: async () => finishRemovals({ db, log }),
    },
  ];
}

/** Returns the routes that import contacts from files and export contacts. */
export function contactFilesOf({ clock, db, log }: Installation): Route[] {
  return [
    ...importRoutes({ clock, db, log }, CONTACT_IMPORTS),
    ...contactExportRoutes({ clock, db, filters: FILTER_PARTS }),
  ];
}
