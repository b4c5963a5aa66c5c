import type { World } from './world.ts';

/** A page that the test visits. Each page is checked in light and dark mode and at widths of 1280 and 375 pixels. */
export interface WebPage {
  /** Prefix of the names of the page's screenshots: `<name>-<light or dark>-<width>.png`. */
  readonly name: string;
  /** Path of the page under /app. */
  readonly path: string | ((world: World) => string);
  /** Text that the page shows when it is fully loaded. */
  readonly shows: string;
  /** Whether the page is for users who are not signed in. */
  readonly isPlain?: boolean;
}

/** All pages. The test fails if a page is missing from this list. */
export const WEB_PAGES: readonly WebPage[] = [
  { name: 'overview', path: '/', shows: 'Overview' },
  { name: 'messages', path: '/messages', shows: 'barbara@example.edu' },
  { name: 'messages-none', path: '/messages?to=nobody-at-all@example.com', shows: 'No message' },
  { name: 'message', path: ({ seeded }) => `/messages/${seeded['message']}`, shows: 'Your login code is 481 552' },
  { name: 'message-bounced', path: ({ seeded }) => `/messages/${seeded['bounced']}`, shows: 'Reset your password' },
  ...['preview', 'checks', 'headers', 'source', 'webhooks'].map((show) => ({
    name: `message-${show}`,
    path: ({ seeded }: World) => `/messages/${seeded['message']}?show=${show}`,
    shows: 'Your login code is 481 552',
  })),
  { name: 'welcome', path: '/welcome', shows: 'first email' },
  { name: 'connect', path: '/connect', shows: 'Vendor compatibility' },
  { name: 'keys', path: '/keys', shows: 'Shop, production' },
  { name: 'domains', path: '/domains', shows: 'northwind.example' },
  { name: 'domain', path: ({ seeded }) => `/domains/${seeded['domain']}`, shows: 'Records to publish' },
  {
    name: 'domain-pending',
    path: ({ seeded }) => `/domains/${seeded['pending']}`,
    shows: 'You can send from this domain once its required records are found',
  },
  { name: 'webhook', path: '/webhooks', shows: 'Signing secret' },
  { name: 'webhook-log', path: '/webhooks/log', shows: 'reader239@example.org' },
  { name: 'webhook-log-none', path: '/webhooks/log?recipient=nobody@example.org', shows: 'No deliveries' },
  {
    name: 'webhook-delivery',
    path: ({ seeded }) => `/webhooks/deliveries/${seeded['webhook_delivery']}`,
    shows: 'No answer within 15 seconds',
  },
  {
    name: 'time-machine',
    path: ({ seeded }) => `/webhooks/time-machine?span=4h&from=${seeded['outage_from']}&to=${seeded['outage_to']}`,
    shows: '102 events failed',
  },
  { name: 'signature-debugger', path: '/webhooks/signature', shows: 'Received request' },
  { name: 'suppressions', path: '/suppressions', shows: 'gone@example.org' },
  { name: 'suppressions-none', path: '/suppressions?query=nobody-at-all', shows: 'No address' },
  { name: 'suppressions-imports', path: '/suppressions/imports', shows: 'unsubscribed.csv' },
  { name: 'inbox', path: '/inbox', shows: 'Your login code is 481 552' },
  { name: 'inbox-mail', path: ({ seeded }) => `/inbox/${seeded['inbox_mail']}`, shows: 'Your login code is 481 552' },
  { name: 'tags', path: '/tags', shows: 'password_reset' },
  { name: 'tag', path: '/tags/login_code', shows: 'Tracking' },
  { name: 'tag-charts', path: '/tags/summary', shows: 'Complained' },
  { name: 'contacts', path: '/contacts', shows: 'Wolfeschlegel' },
  {
    name: 'contacts-filtered',
    path: '/contacts?filter%5Bstatus%5D=engaged&filter%5Bnever_clicked%5D=true',
    shows: 'status is engaged, never clicked',
  },
  { name: 'contacts-none', path: '/contacts?filter%5Bquery%5D=nobody-at-all', shows: 'No contacts match' },
  { name: 'contact', path: ({ seeded }) => `/contacts/${seeded['contact']}`, shows: 'Six things for the autumn' },
  {
    name: 'contact-merge',
    path: ({ seeded }) => `/contacts/${seeded['contact']}/merge?with=${Number(seeded['contact']) + 1}`,
    shows: 'A merge can’t be undone.',
  },
  { name: 'contact-imports', path: '/contacts/import', shows: 'guests-of-the-stand.csv' },
  {
    name: 'contact-import-columns',
    path: ({ seeded }) => `/contacts/import?import=${seeded['ready_import']}`,
    shows: '1 of 5 rows would be rejected. 1 value would be omitted.',
  },
  {
    name: 'contact-import-done',
    path: ({ seeded }) => `/contacts/import?import=${seeded['done_import']}`,
    shows: 'Undo import',
  },
  { name: 'segments', path: '/segments', shows: 'never clicked' },
  { name: 'lists', path: '/lists', shows: 'Product news' },
  { name: 'list', path: ({ seeded }) => `/lists/${seeded['contact_list']}`, shows: 'Average open rate' },
  { name: 'contact-tags', path: '/contact-tags', shows: 'VIP' },
  { name: 'topics', path: '/topics', shows: 'Product updates' },
  { name: 'fields', path: '/fields', shows: 'contact.birthday' },
  { name: 'campaigns', path: '/campaigns', shows: 'Autumn catalogue' },
  { name: 'campaign', path: ({ seeded }) => `/campaigns/${seeded['campaign']}`, shows: '80 contacts; raw' },
  {
    name: 'campaign-sending',
    path: ({ seeded }) => `/campaigns/${seeded['campaign_sending']}`,
    shows: 'Sent to 940 of 3,000 contacts',
  },
  {
    name: 'campaign-paused',
    path: ({ seeded }) => `/campaigns/${seeded['campaign_paused']}`,
    shows: 'the rest waits until somebody has looked at it',
  },
  {
    name: 'campaign-draft',
    path: ({ seeded }) => `/campaigns/${seeded['campaign_draft']}`,
    shows: 'as seen by',
  },
  {
    name: 'campaign-checks',
    path: ({ seeded }) => `/campaigns/${seeded['campaign_scheduled']}?show=checks`,
    shows: 'Check again',
  },
  {
    name: 'campaign-review',
    path: ({ seeded }) => `/campaigns/${seeded['campaign_draft']}/review`,
    shows: 'Send the campaign now, or choose a date and time in any time zone.',
  },
  {
    name: 'campaign-office',
    path: ({ seeded }) => `/campaigns/${seeded['campaign_live_progress']}`,
    shows: 'Gmail and Google Workspace',
  },
  {
    name: 'campaign-test',
    path: ({ seeded }) => `/campaigns/${seeded['campaign_test']}?links=list`,
    shows: 'Two gifts for you',
  },
  { name: 'brand', path: '/brand', shows: 'Social links' },
  { name: 'campaign-settings', path: '/campaign-settings', shows: 'This address appears at the end of every campaign' },
  { name: 'forms', path: '/forms', shows: 'A letter a month' },
  { name: 'forms-none', path: '/forms?query=nothing-at-all', shows: 'No forms match your search' },
  { name: 'form', path: ({ seeded }) => `/forms/${seeded['form']}`, shows: 'Embed the form' },
  { name: 'double-opt-in', path: '/double-opt-in', shows: 'Please confirm your subscription' },
  { name: 'templates-empty', path: '/templates', shows: 'No templates yet' },
  { name: 'images-empty', path: '/images', shows: 'No images yet' },
  { name: 'landing-pages-empty', path: '/landing-pages', shows: 'No landing pages yet' },
  { name: 'automations', path: '/automations', shows: 'Come back' },
  { name: 'events', path: '/events', shows: 'order.placed' },
  { name: 'events-none', path: '/events?query=nothing-like-it', shows: 'No events match' },
  {
    name: 'automation',
    path: ({ seeded }) => `/automations/${seeded['automation']}`,
    shows: 'Three things that we make',
  },
  { name: 'alerts', path: '/alerts', shows: 'login_code' },
  { name: 'apps', path: '/apps?tokens=all', shows: 'Newsletter plugin' },
  { name: 'apps-none', path: '/apps', shows: 'No tokens yet' },
  { name: 'team', path: '/team', shows: 'jocelyn@northwind.example' },
  { name: 'security', path: '/security', shows: 'this session' },
  { name: 'account', path: '/account', shows: 'Europe/Berlin' },
  { name: 'account-status', path: '/account/status', shows: 'The account can send' },
  { name: 'audit', path: '/account/audit', shows: 'jocelyn@northwind.example' },
  { name: 'usage', path: '/usage', shows: 'This month' },
  { name: 'operator-accounts', path: '/operator/accounts', shows: 'Tailspin Toys' },
  { name: 'operator-accounts-none', path: '/operator/accounts?search=nobody-at-all', shows: 'No account' },
  {
    name: 'operator-account',
    path: ({ seeded }) => `/operator/accounts/${seeded['paused_account']}`,
    shows: 'An old list was imported',
  },
  { name: 'operator-approvals', path: '/operator/approvals', shows: 'A letter that waits' },
  {
    name: 'operator-approval',
    path: ({ seeded }) =>
      `/operator/approvals?account=${seeded['approval_account']}&campaign=${seeded['approval_campaign']}`,
    shows: 'blocked word',
  },
  { name: 'operator-plans', path: '/operator/plans', shows: 'Emails per month' },
  { name: 'operator-queues', path: '/operator/queues', shows: 'mail.example.org' },
  { name: 'operator-system', path: '/operator/system', shows: 'Checks' },
  { name: 'sign-in', path: '/sign-in', shows: 'Forgot password?', isPlain: true },
  { name: 'reset', path: '/reset', shows: 'Send link', isPlain: true },
  { name: 'reset-link', path: '/reset#token=of-a-mail', shows: 'Set password', isPlain: true },
  {
    name: 'first-start',
    path: ({ seeded }) => `/first-start#token=${seeded['first_start']}`,
    shows: 'Company',
    isPlain: true,
  },
  { name: 'first-start-none', path: '/first-start', shows: 'Open the full link', isPlain: true },
  {
    name: 'invitation',
    path: ({ seeded }) => `/invitation#token=${seeded['invitation']}`,
    shows: 'jocelyn@northwind.example',
    isPlain: true,
  },
  { name: 'invitation-none', path: '/invitation', shows: 'Open the full link', isPlain: true },
  { name: 'confirm-email', path: '/confirm-email#token=of-a-mail', shows: 'Confirm address', isPlain: true },
  { name: 'not-found', path: '/no/such/page', shows: 'Page not found' },
];
