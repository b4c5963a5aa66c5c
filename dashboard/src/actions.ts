/**
 * An action that is available on every page. It opens another page, and can request a form on that page through the
 * URL. For example, `/keys?do=create` opens the form for a new API key.
 */
export interface ActionRow {
  readonly label: string;
  /** Additional search words for the command palette. */
  readonly words: string;
  readonly to: string;
  /** Value of the URL parameter `do`. Undefined if the page always shows the form. */
  readonly asks?: string;
  /** Scope that the user's role must have for the action. */
  readonly scope?: string;
}

/** Actions that the command palette can start from any page. */
export const ACTIONS: readonly ActionRow[] = [
  { label: 'Create API key', words: 'make new add', to: '/keys', asks: 'create', scope: 'dashboard:admin' },
  { label: 'Add domain', words: 'make new create sender', to: '/domains', asks: 'add', scope: 'dashboard:write' },
  {
    label: 'Add suppressions',
    words: 'make new block suppressed addresses',
    to: '/suppressions',
    asks: 'add',
    scope: 'dashboard:write',
  },
  {
    label: 'Add contact',
    words: 'make new create person subscriber',
    to: '/contacts',
    asks: 'add',
    scope: 'account',
  },
  { label: 'Import contacts from a file', words: 'upload csv subscribers', to: '/contacts/import', scope: 'account' },
  {
    label: 'Create segment',
    words: 'make new add filter saved',
    to: '/segments',
    asks: 'create',
    scope: 'account',
  },
  { label: 'Create list', words: 'make new add', to: '/lists', asks: 'create', scope: 'account' },
  { label: 'Create contact tag', words: 'make new add', to: '/contact-tags', asks: 'create', scope: 'account' },
  { label: 'Create topic', words: 'make new add preferences', to: '/topics', asks: 'create', scope: 'account' },
  { label: 'Create custom field', words: 'make new add', to: '/fields', asks: 'create', scope: 'account' },
  { label: 'Create form', words: 'make new add sign-up embed', to: '/forms', asks: 'create', scope: 'account' },
  {
    label: 'Create campaign',
    words: 'make new add write newsletter',
    to: '/campaigns',
    asks: 'create',
    scope: 'account',
  },
  { label: 'Create template', words: 'make new add design email', to: '/templates', asks: 'create', scope: 'account' },
  {
    label: 'Create landing page',
    words: 'make new add website sign-up',
    to: '/landing-pages',
    asks: 'create',
    scope: 'account',
  },
  { label: 'Add image', words: 'upload new picture file', to: '/images', asks: 'add', scope: 'account' },
  {
    label: 'Create automation',
    words: 'make new add welcome series drip',
    to: '/automations',
    asks: 'create',
    scope: 'account',
  },
  { label: 'Create alert', words: 'make new add', to: '/alerts', asks: 'create', scope: 'dashboard:write' },
  {
    label: 'Invite team member',
    words: 'add new person user',
    to: '/team',
    asks: 'invite',
    scope: 'dashboard:admin',
  },
  {
    label: 'Create personal access token',
    words: 'make new add',
    to: '/apps',
    asks: 'token',
    scope: 'dashboard:write',
  },
  {
    label: 'Create OAuth client',
    words: 'make new add application',
    to: '/apps',
    asks: 'client',
    scope: 'dashboard:admin',
  },
  { label: 'Add passkey', words: 'make new create sign-in', to: '/security', asks: 'passkey' },
  { label: 'Change password', words: 'set new', to: '/security' },
  { label: 'Send your first email', words: 'test try code', to: '/welcome' },
  {
    label: 'Create account',
    words: 'add new make operator',
    to: '/operator/accounts',
    asks: 'make',
    scope: 'operator',
  },
  { label: 'Create plan', words: 'add new make operator', to: '/operator/plans', asks: 'make', scope: 'operator' },
  {
    label: 'Pause site',
    words: 'pause halt queue operator',
    to: '/operator/queues',
    asks: 'stop',
    scope: 'operator',
  },
];
