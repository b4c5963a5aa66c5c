import { BellRing, Blocks, CircleCheck, Fingerprint, Gauge, ScrollText, IdCard, Users } from 'lucide-react';
import type { PageRow } from './page-row.ts';

/** Pages for the settings of the account and the user. */
export const SETTINGS_PAGES: readonly PageRow[] = [
  {
    path: '/account',
    load: () => import('../pages/account/account.tsx'),
    label: 'Account',
    words: 'settings general name time zone overage delete',
    place: { icon: IdCard, key: 'g' },
  },
  {
    path: '/account/status',
    load: () => import('../pages/account/status.tsx'),
    label: 'Status',
    words: 'account paused restricted review',
    place: { icon: CircleCheck },
  },
  {
    path: '/usage',
    load: () => import('../pages/usage/usage.tsx'),
    label: 'Usage',
    words: 'quota plan limits months overage billing',
    place: { icon: Gauge, key: 'u' },
  },
  {
    path: '/team',
    load: () => import('../pages/team/team.tsx'),
    label: 'Team',
    words: 'people members roles invitations users',
    place: { icon: Users, key: 'e' },
  },
  {
    path: '/alerts',
    load: () => import('../pages/alerts/alerts.tsx'),
    label: 'Alerts',
    words: 'notifications bounce rate silence',
    place: { icon: BellRing, key: 'b' },
  },
  {
    path: '/apps',
    load: () => import('../pages/apps/apps.tsx'),
    label: 'Apps and tokens',
    words: 'oauth clients personal access integrations',
    place: { icon: Blocks, key: 'p' },
  },
  {
    path: '/account/audit',
    load: () => import('../pages/account/audit.tsx'),
    label: 'Audit log',
    words: 'history who changed',
    place: { icon: ScrollText },
    scope: 'dashboard:admin',
  },
  {
    path: '/security',
    load: () => import('../pages/security/security.tsx'),
    label: 'Sign-in and security',
    words: 'password two-factor passkeys sessions profile name email',
    place: { icon: Fingerprint, key: 'y' },
  },
];
