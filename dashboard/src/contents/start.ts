import { LayoutDashboard } from 'lucide-react';
import type { PageRow } from './page-row.ts';

/** Pages of the area `start`. */
export const START_PAGES: readonly PageRow[] = [
  {
    path: '/',
    load: () => import('../pages/overview/overview.tsx'),
    label: 'Overview',
    words: 'home statistics chart',
    place: { icon: LayoutDashboard, key: 'o' },
  },
];
