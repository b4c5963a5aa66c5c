import { archiveRoutes, isArchivePath } from '../features/campaigns/archive/index.ts';
import { createCopies } from '../features/campaigns/campaign-content/index.ts';
import { createFormParts } from '../features/campaigns/forms/index.ts';
import { imageRoutes, type ImageUsage } from '../features/campaigns/images/index.ts';
import { isLandingPath, landingPageRoutes, pagesUsingImage } from '../features/campaigns/landing-pages/index.ts';
import { textPreviewRoutes } from '../features/campaigns/text-previews/index.ts';
import type { Dialect } from '../http/dialect.ts';
import { createPageDialect } from '../http/pages/dialect.ts';
import type { Route } from '../http/route.ts';
import { settingsUsingImage } from '../features/campaigns/campaign-settings/index.ts';
import { contentPartsOf } from './campaign-content.ts';
import { resolverOf } from './delivery.ts';
import type { Installation } from './installation.ts';
import { createLazyClient } from './outgoing.ts';

const MEBIBYTE = 1024 * 1024;

/** Features that use images. Every such feature must be listed here. */
const IMAGE_USAGES: readonly ImageUsage[] = [pagesUsingImage, settingsUsingImage];

/** Format of errors on an account's public pages. */
export const SHOWN_DIALECT: Dialect = createPageDialect((path) => isArchivePath(path) || isLandingPath(path));

/** Returns the routes for an account's public pages and images. */
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
      client: createLazyClient({
        resolver: resolverOf(installation),
        allowLoopback: config.allowLoopbackWebhooks,
      }),
    }),
    ...landingPageRoutes({ db, vault, baseUrl, formPartOf: createFormParts({ clock, db, vault }) }),
    ...textPreviewRoutes({ baseUrl, clock, db }),
    ...archiveRoutes({ db, baseUrl, copies: createCopies(contentPartsOf(installation, baseUrl)) }),
  ];
}
