/** Something to be done on a page that is not where one is: `/keys?do=create` opens the form there. */
export interface ActionRow {
  readonly label: string;
  /** Further words by which the palette finds it. */
  readonly words: string;
  readonly to: string;
  /** What the page is asked to open, by `useAsked`; none where it stands on the page. */
  readonly asks?: string;
  /** For whose role has this scope only. */
  readonly scope?: string;
}

/** What the palette can begin, wherever one is. */
export const ACTIONS: readonly ActionRow[] = [
  { label: 'Create an API key', words: 'make new add', to: '/keys', asks: 'create', scope: 'dashboard:admin' },
  { label: 'Add a domain', words: 'make new create sender', to: '/domains', asks: 'add', scope: 'dashboard:write' },
  {
    label: 'Add suppressed addresses',
    words: 'make new block suppressions',
    to: '/suppressions',
    asks: 'add',
    scope: 'dashboard:write',
  },
  {
    label: 'Add a contact',
    words: 'make new create person subscriber',
    to: '/contacts',
    asks: 'add',
    scope: 'account',
  },
  { label: 'Import contacts from a file', words: 'upload csv subscribers', to: '/contacts/import', scope: 'account' },
  {
    label: 'Create a segment',
    words: 'make new add filter saved',
    to: '/segments',
    asks: 'create',
    scope: 'account',
  },
  { label: 'Create a list', words: 'make new add', to: '/lists', asks: 'create', scope: 'account' },
  { label: 'Create a contact tag', words: 'make new add', to: '/contact-tags', asks: 'create', scope: 'account' },
  { label: 'Create a custom field', words: 'make new add', to: '/fields', asks: 'create', scope: 'account' },
  { label: 'Create a form', words: 'make new add sign-up embed', to: '/forms', asks: 'create', scope: 'account' },
  {
    label: 'Create a campaign',
    words: 'make new add write newsletter',
    to: '/campaigns',
    asks: 'create',
    scope: 'account',
  },
  {
    label: 'Create a landing page',
    words: 'make new add website sign-up',
    to: '/landing-pages',
    asks: 'create',
    scope: 'account',
  },
  { label: 'Add an image', words: 'upload new picture file', to: '/images', asks: 'add', scope: 'account' },
  {
    label: 'Create an automation',
    words: 'make new add welcome series drip',
    to: '/automations',
    asks: 'create',
    scope: 'account',
  },
  { label: 'Create an alert', words: 'make new add', to: '/alerts', asks: 'create', scope: 'dashboard:write' },
  {
    label: 'Invite somebody to the team',
    words: 'add new member person user',
    to: '/team',
    asks: 'invite',
    scope: 'dashboard:admin',
  },
  {
    label: 'Create a personal access token',
    words: 'make new add',
    to: '/apps',
    asks: 'token',
    scope: 'dashboard:write',
  },
  {
    label: 'Create an OAuth client',
    words: 'make new add application',
    to: '/apps',
    asks: 'client',
    scope: 'dashboard:admin',
  },
  { label: 'Add a passkey', words: 'make new create sign-in', to: '/security', asks: 'passkey' },
  { label: 'Change your password', words: 'set new', to: '/security' },
  { label: 'Send your first mail', words: 'test try code', to: '/welcome' },
  {
    label: 'Make an account',
    words: 'add new create operator',
    to: '/operator/accounts',
    asks: 'make',
    scope: 'operator',
  },
  { label: 'Make a plan', words: 'add new create operator', to: '/operator/plans', asks: 'make', scope: 'operator' },
  { label: 'Stop a site', words: 'pause halt queue operator', to: '/operator/queues', asks: 'stop', scope: 'operator' },
];
