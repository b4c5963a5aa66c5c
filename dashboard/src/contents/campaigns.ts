import { Megaphone, SlidersHorizontal } from 'lucide-react';
import type { PageRow } from './page-row.ts';

/** The pages of mails to an audience. */
export const CAMPAIGN_PAGES: readonly PageRow[] = [
  {
    path: '/campaigns',
    load: () => import('../pages/campaigns/campaigns.tsx'),
    label: 'Campaigns',
    words: 'newsletters broadcasts mailings drafts reports opens clicks',
    place: { icon: Megaphone, key: 'n' },
  },
  { path: '/campaigns/$id', load: () => import('../pages/campaigns/campaign.tsx'), label: 'Campaign', example: '9' },
  {
    path: '/campaigns/$id/review',
    load: () => import('../pages/campaigns/review.tsx'),
    label: 'Review of a campaign',
    example: '9',
  },
  {
    path: '/campaign-settings',
    load: () => import('../pages/campaign-settings/campaign-settings.tsx'),
    label: 'Campaign settings',
    words: 'postal address default sender tracking archive newsletters',
    place: { icon: SlidersHorizontal },
  },
];
