import { AREAS, type Area } from './areas.ts';
import { AUDIENCE_PAGES } from './contents/audience.ts';
import { CAMPAIGN_PAGES } from './contents/campaigns.ts';
import { INSTALLATION_PAGES } from './contents/installation.ts';
import type { LoadedPage, PageRow } from './contents/page-row.ts';
import { SENDING_PAGES } from './contents/sending.ts';
import { SETTINGS_PAGES } from './contents/settings.ts';
import { START_PAGES } from './contents/start.ts';
import { TRANSACTIONAL_PAGES } from './contents/transactional.ts';

/** Pages of each area, in the order of the navigation. */
const PAGES: Readonly<Partial<Record<Area, readonly PageRow[]>>> = {
  start: START_PAGES,
  transactional: TRANSACTIONAL_PAGES,
  audience: AUDIENCE_PAGES,
  campaigns: CAMPAIGN_PAGES,
  sending: SENDING_PAGES,
  settings: SETTINGS_PAGES,
  installation: INSTALLATION_PAGES,
};

/** A page for signed-in users. */
export interface ShellPage extends PageRow {
  readonly area: Area;
}

/** All pages for signed-in users. */
export const SHELL_PAGES: readonly ShellPage[] = AREAS.flatMap(({ name }) =>
  (PAGES[name] ?? []).map((row) => Object.assign({ area: name }, row)),
);

/** Pages for users who are not signed in. Each page consists of a single card. */
export const PLAIN_PAGES: readonly LoadedPage[] = [
  { path: '/sign-in', load: () => import('./pages/sign-in/sign-in.tsx') },
  { path: '/reset', load: () => import('./pages/reset/reset.tsx') },
  {
    path: '/first-start',
    load: () => import('./pages/first-start/first-start.tsx'),
  },
  {
    path: '/invitation',
    load: () => import('./pages/invitation/invitation.tsx'),
  },
  {
    path: '/confirm-email',
    load: () => import('./pages/confirm-email/confirm-email.tsx'),
  },
];
