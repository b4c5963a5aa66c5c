import { contactExportRoutes } from '../features/audience/contact-exports/index.ts';
import { CONTACT_IMPORTS } from '../features/audience/contact-imports/index.ts';
import { importRoutes } from '../features/tenants/imports/index.ts';
import type { Route } from '../http/route.ts';
import { FILTER_PARTS } from './bulk.ts';
import type { Installation } from './installation.ts';

/** The routes by which contacts come from files and are saved to them. */
export function contactFilesOf({ clock, db, log }: Installation): Route[] {
  return [
    ...importRoutes({ clock, db, log }, CONTACT_IMPORTS),
    ...contactExportRoutes({ clock, db, filters: FILTER_PARTS }),
  ];
}
