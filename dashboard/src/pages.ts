import type { ComponentType } from 'react';
import type { LucideIcon } from 'lucide-react';
import {
  Activity,
  BellRing,
  Blocks,
  Building2,
  Fingerprint,
  Gauge,
  Globe,
  Inbox,
  KeyRound,
  Layers,
  LayoutDashboard,
  Route,
  Server,
  Settings2,
  ShieldOff,
  Tags,
  Users,
  Webhook,
} from 'lucide-react';

/** Where a page stands in the navigation. */
interface Place {
  readonly group: 'Transactional' | 'Account' | 'Installation';
  readonly label: string;
  readonly icon: LucideIcon;
  /** After `g` it leads here. */
  readonly key?: string;
  /** Shown to whose role has this scope only. */
  readonly scope?: string;
}

export interface PageRow {
  /** Below /app; `$id` is a parameter, read by `useParams({ strict: false })`. */
  readonly path: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  readonly place?: Place;
}

/** The pages of who is signed in, each loaded when it is first opened: the table of contents of the product. */
export const SHELL_PAGES: readonly PageRow[] = [
  {
    path: '/',
    load: () => import('./pages/overview/overview.tsx'),
    place: { group: 'Transactional', label: 'Overview', icon: LayoutDashboard, key: 'o' },
  },
  {
    path: '/messages',
    load: () => import('./pages/messages/messages.tsx'),
    place: { group: 'Transactional', label: 'Messages', icon: Activity, key: 'm' },
  },
  { path: '/messages/$id', load: () => import('./pages/messages/message.tsx') },
  {
    path: '/keys',
    load: () => import('./pages/keys/keys.tsx'),
    place: { group: 'Transactional', label: 'API keys', icon: KeyRound, key: 'k' },
  },
  {
    path: '/webhooks',
    load: () => import('./pages/webhooks/settings.tsx'),
    place: { group: 'Transactional', label: 'Webhook', icon: Webhook, key: 'w' },
  },
  { path: '/webhooks/log', load: () => import('./pages/webhooks/log.tsx') },
  { path: '/webhooks/deliveries/$id', load: () => import('./pages/webhooks/delivery.tsx') },
  { path: '/webhooks/time-machine', load: () => import('./pages/webhooks/time-machine.tsx') },
  { path: '/webhooks/signature', load: () => import('./pages/webhooks/signature.tsx') },
  {
    path: '/suppressions',
    load: () => import('./pages/suppressions/suppressions.tsx'),
    place: { group: 'Transactional', label: 'Suppressions', icon: ShieldOff, key: 's' },
  },
  {
    path: '/inbox',
    load: () => import('./pages/inbox/inbox.tsx'),
    place: { group: 'Transactional', label: 'Inbox', icon: Inbox, key: 'i', scope: 'operator' },
  },
  { path: '/inbox/$id', load: () => import('./pages/inbox/mail.tsx') },
  {
    path: '/tags',
    load: () => import('./pages/tags/tags.tsx'),
    place: { group: 'Transactional', label: 'Tags', icon: Tags, key: 't' },
  },
  { path: '/tags/$tag', load: () => import('./pages/tags/tag.tsx') },
  {
    path: '/alerts',
    load: () => import('./pages/alerts/alerts.tsx'),
    place: { group: 'Transactional', label: 'Alerts', icon: BellRing, key: 'a' },
  },
  {
    path: '/domains',
    load: () => import('./pages/domains/domains.tsx'),
    place: { group: 'Account', label: 'Domains', icon: Globe, key: 'd' },
  },
  { path: '/domains/$id', load: () => import('./pages/domains/domain.tsx') },
  {
    path: '/apps',
    load: () => import('./pages/apps/apps.tsx'),
    place: { group: 'Account', label: 'Apps and tokens', icon: Blocks, key: 'p' },
  },
  {
    path: '/usage',
    load: () => import('./pages/usage/usage.tsx'),
    place: { group: 'Account', label: 'Usage', icon: Gauge, key: 'u' },
  },
  {
    path: '/team',
    load: () => import('./pages/team/team.tsx'),
    place: { group: 'Account', label: 'Team', icon: Users, key: 'e' },
  },
  {
    path: '/account',
    load: () => import('./pages/account/account.tsx'),
    place: { group: 'Account', label: 'Account', icon: Settings2, key: 'c' },
  },
  { path: '/account/status', load: () => import('./pages/account/status.tsx') },
  { path: '/account/audit', load: () => import('./pages/account/audit.tsx') },
  {
    path: '/security',
    load: () => import('./pages/security/security.tsx'),
    place: { group: 'Account', label: 'Sign-in and security', icon: Fingerprint, key: 'y' },
  },
  {
    path: '/operator/accounts',
    load: () => import('./pages/operator/accounts.tsx'),
    place: { group: 'Installation', label: 'Accounts', icon: Building2, key: 'z', scope: 'operator' },
  },
  { path: '/operator/accounts/$id', load: () => import('./pages/operator/account.tsx') },
  {
    path: '/operator/plans',
    load: () => import('./pages/operator/plans.tsx'),
    place: { group: 'Installation', label: 'Plans', icon: Layers, key: 'l', scope: 'operator' },
  },
  {
    path: '/operator/queues',
    load: () => import('./pages/operator/queues.tsx'),
    place: { group: 'Installation', label: 'Queues', icon: Route, key: 'q', scope: 'operator' },
  },
  {
    path: '/operator/system',
    load: () => import('./pages/operator/system.tsx'),
    place: { group: 'Installation', label: 'System', icon: Server, key: 'x', scope: 'operator' },
  },
  { path: '/welcome', load: () => import('./pages/welcome/welcome.tsx') },
];

/** The pages of who is not signed in, each a single card. */
export const PLAIN_PAGES: readonly PageRow[] = [
  { path: '/sign-in', load: () => import('./pages/sign-in/sign-in.tsx') },
  { path: '/reset', load: () => import('./pages/reset/reset.tsx') },
  { path: '/first-start', load: () => import('./pages/first-start/first-start.tsx') },
  { path: '/invitation', load: () => import('./pages/invitation/invitation.tsx') },
  { path: '/confirm-email', load: () => import('./pages/confirm-email/confirm-email.tsx') },
];
