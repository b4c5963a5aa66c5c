import { Globe, Inbox } from 'lucide-react';
import type { PageRow } from './page-row.ts';

/** Pages for setting up sending. */
export const SENDING_PAGES: readonly PageRow[] = [
  {
    path: '/domains',
    load: () => import('../pages/domains/domains.tsx'),
    label: 'Domains',
    words: 'dns records dkim spf dmarc senders',
    place: { icon: Globe, key: 'd' },
  },
  { path: '/domains/$id', load: () => import('../pages/domains/domain.tsx'), label: 'Domain', example: 'example.com' },
  {
    path: '/inbox',
    load: () => import('../pages/inbox/inbox.tsx'),
    label: 'Inbox',
    words: 'local test mails emails',
    place: { icon: Inbox, key: 'i' },
    scope: 'operator',
  },
  {
    path: '/inbox/$id',
    load: () => import('../pages/inbox/mail.tsx'),
    label: 'Inbox email',
    example: '1',
    scope: 'operator',
  },
];
