import { Activity, KeyRound, Plug, ShieldOff, Tags, Webhook } from 'lucide-react';
import type { PageRow } from './page-row.ts';

/** Pages for transactional email. */
export const TRANSACTIONAL_PAGES: readonly PageRow[] = [
  {
    path: '/messages',
    load: () => import('../pages/messages/messages.tsx'),
    label: 'Messages',
    words: 'emails mails log sent',
    place: { icon: Activity, key: 'm' },
  },
  { path: '/messages/$id', load: () => import('../pages/messages/message.tsx'), label: 'Message', example: 'tm_0199…' },
  {
    path: '/tags',
    load: () => import('../pages/tags/tags.tsx'),
    label: 'Tags',
    words: 'statistics tracking opens clicks',
    place: { icon: Tags, key: 't', tabOf: '/messages' },
  },
  { path: '/tags/$tag', load: () => import('../pages/tags/tag.tsx'), label: 'Tag', example: 'login_code' },
  {
    path: '/suppressions',
    load: () => import('../pages/suppressions/suppressions.tsx'),
    label: 'Suppressions',
    words: 'blocked bounced complained addresses unsubscribed',
    place: { icon: ShieldOff, key: 's', tabOf: '/messages' },
  },
  {
    path: '/suppressions/imports',
    load: () => import('../pages/suppressions/imports.tsx'),
    label: 'Import suppressions',
    words: 'file upload csv list addresses unsubscribed',
  },
  {
    path: '/webhooks',
    load: () => import('../pages/webhooks/settings.tsx'),
    label: 'Webhooks',
    words: 'events settings signing secret',
    place: { icon: Webhook, key: 'w' },
  },
  {
    path: '/webhooks/log',
    load: () => import('../pages/webhooks/log.tsx'),
    label: 'Webhook log',
    words: 'deliveries attempts events',
  },
  {
    path: '/webhooks/deliveries/$id',
    load: () => import('../pages/webhooks/delivery.tsx'),
    label: 'Webhook delivery',
    example: 'whd_0199…',
  },
  {
    path: '/webhooks/time-machine',
    load: () => import('../pages/webhooks/time-machine.tsx'),
    label: 'Webhook replay',
    words: 'replay resend outage events time machine',
  },
  {
    path: '/webhooks/signature',
    load: () => import('../pages/webhooks/signature.tsx'),
    label: 'Webhook signature debugger',
    words: 'verify secret',
  },
  {
    path: '/keys',
    load: () => import('../pages/keys/keys.tsx'),
    label: 'API keys',
    words: 'token secret program',
    place: { icon: KeyRound, key: 'k' },
  },
  {
    path: '/connect',
    load: () => import('../pages/connect/connect.tsx'),
    label: 'Connect your app',
    words: 'client sdk library ghost mailgun postmark sendgrid ses resend lines switch',
    place: { icon: Plug, tabOf: '/keys' },
  },
  {
    path: '/welcome',
    load: () => import('../pages/welcome/welcome.tsx'),
    label: 'Your first email',
    words: 'welcome start code snippets curl',
  },
];
