import { BadgeCheck, Building2, Layers, Route, Server } from 'lucide-react';
import type { PageRow } from './page-row.ts';

/** Pages for the operator of the installation. */
export const INSTALLATION_PAGES: readonly PageRow[] = [
  {
    path: '/operator/accounts',
    load: () => import('../pages/operator/accounts.tsx'),
    label: 'Accounts',
    words: 'operator tenants reviews',
    place: { icon: Building2, key: 'z' },
    scope: 'operator',
  },
  {
    path: '/operator/accounts/$id',
    load: () => import('../pages/operator/account.tsx'),
    label: 'Account ID',
    example: '12',
    scope: 'operator',
  },
  {
    path: '/operator/approvals',
    load: () => import('../pages/operator/approvals.tsx'),
    label: 'Approvals',
    words: 'operator campaigns contents moderation reject',
    place: { icon: BadgeCheck },
    scope: 'operator',
  },
  {
    path: '/operator/plans',
    load: () => import('../pages/operator/plans.tsx'),
    label: 'Plans',
    words: 'operator quotas prices',
    place: { icon: Layers, key: 'h' },
    scope: 'operator',
  },
  {
    path: '/operator/queues',
    load: () => import('../pages/operator/queues.tsx'),
    label: 'Queues',
    words: 'operator sites waiting delivery',
    place: { icon: Route, key: 'q' },
    scope: 'operator',
  },
  {
    path: '/operator/system',
    load: () => import('../pages/operator/system.tsx'),
    label: 'System',
    words: 'operator doctor examination database disk version',
    place: { icon: Server, key: 'x' },
    scope: 'operator',
  },
];
