import { Image, LayoutTemplate, Megaphone, Palette, SlidersHorizontal, Workflow, Zap } from 'lucide-react';
import type { PageRow } from './page-row.ts';

/** Pages for email that is sent to an audience. */
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
    path: '/campaigns/$id/edit',
    load: () => import('../pages/campaigns/edit.tsx'),
    label: 'Campaign editor',
    example: '9',
  },
  {
    path: '/campaigns/$id/review',
    load: () => import('../pages/campaigns/review.tsx'),
    label: 'Campaign review',
    example: '9',
  },
  {
    path: '/automations',
    load: () => import('../pages/automations/automations.tsx'),
    label: 'Automations',
    words: 'welcome series drip autoresponder follow-up sequence trigger',
    place: { icon: Workflow, key: 'a' },
  },
  {
    path: '/automations/$id',
    load: () => import('../pages/automations/automation.tsx'),
    label: 'Automation',
    example: '6',
  },
  {
    path: '/events',
    load: () => import('../pages/events/events.tsx'),
    label: 'Events',
    words: 'log application activity triggers properties',
    place: { icon: Zap, tabOf: '/automations' },
  },
  {
    path: '/templates',
    load: () => import('../pages/templates/templates.tsx'),
    label: 'Templates',
    words: 'designs layouts reusable emails variables transactional',
    place: { icon: LayoutTemplate, tabOf: '/campaigns' },
  },
  {
    path: '/templates/$id',
    load: () => import('../pages/templates/template.tsx'),
    label: 'Template',
    example: '3',
  },
  {
    path: '/images',
    load: () => import('../pages/images/images.tsx'),
    label: 'Images',
    words: 'pictures photographs logos upload files media',
    place: { icon: Image, tabOf: '/campaigns' },
  },
  {
    path: '/brand',
    load: () => import('../pages/brand/brand.tsx'),
    label: 'Brand',
    words: 'logo colors colours fonts footer social links branding look',
    place: { icon: Palette, tabOf: '/campaigns' },
  },
  {
    path: '/campaign-settings',
    load: () => import('../pages/campaign-settings/campaign-settings.tsx'),
    label: 'Campaign settings',
    words: 'postal address default sender tracking archive newsletters',
    place: { icon: SlidersHorizontal, tabOf: '/campaigns' },
  },
];
