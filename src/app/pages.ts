import { archiveRoutes, isArchivePath } from '../features/campaigns/archive/index.ts';
import { createCopies } from '../features/campaigns/campaign-content/index.ts';
import { createFormParts } from '../features/campaigns/forms/index.ts';
import { imageRoutes, type ImageUsage } from '../features/campaigns/images/index.ts';
import { isLandingPath, landingPageRoutes, pagesUsingImage } from '../features/campaigns/landing-pages/index.ts';
import type { Dialect } from '../http/dialect.ts';
import { createPageDialect } from '../http/pages/dialect.ts';
import type { Route } from '../http/route.ts';
import { contentPartsOf } from './campaign-content.ts';
import type { Installation } from './installation.ts';

const MEBIBYTE = 1024 * 1024;

/** What shows images: the features that do stand here. */
const IMAGE_USAGES: readonly ImageUsage[] = [pagesUsingImage];

/** How pages for everybody write errors. */
export const SHOWN_DIALECT: Dialect = createPageDialect((path) => isArchivePath(path) || isLandingPath(path));

/** The routes of what an account shows to everybody, and of the images of it. */
export function pageRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  const { clock, config, db, vault } = installation;
  return [
    ...imageRoutes({
      db,
      clock,
      baseUrl,
      maxBytes: config.imageMaxMb * MEBIBYTE,
      quotaBytes: config.imageQuotaMb * MEBIBYTE,
      usages: IMAGE_USAGES,
    }),
    ...landingPageRoutes({ db, vault, baseUrl, formPartOf: createFormParts({ clock, db, vault }) }),
    ...archiveRoutes({ db, baseUrl, copies: createCopies(contentPartsOf(installation, baseUrl)) }),
  ];
}
