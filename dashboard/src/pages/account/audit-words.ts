const ACTIONS: Readonly<Record<string, string>> = {
  'account.create': 'created the account',
  'account.change': 'changed the account',
  'account.delete': 'deleted the account',
  'account.restore': 'restored the account',
  'adapter.change': 'turned compatibility on or off for',
  'account.operate': 'changed the account’s operator settings',
  'invitation.create': 'invited',
  'invitation.delete': 'withdrew the invitation for',
  'key.create': 'created the key',
  'key.change': 'changed the key',
  'key.rotate': 'rotated the key',
  'key.revoke': 'revoked the key',
  'message_share.create': 'shared the route of',
  'message_share.revoke': 'revoked a link to the route of',
  'member.remove': 'removed',
  'member.role': 'changed the role of',
  'oauth_client.create': 'created the OAuth client',
  'oauth_client.change': 'changed the OAuth client',
  'oauth_client.rotate_secret': 'rotated the secret of the OAuth client',
  'oauth_client.delete': 'deleted the OAuth client',
  'oauth_grant.allow': 'connected',
  'oauth_grant.revoke': 'disconnected',
  'person.delete': 'deleted the user account of',
  'oauth_grant.return': 'ended the connection of',
  'oauth_grant.end': 'reused a code or token, which disconnected',
  'plan.create': 'created the plan',
  'plan.change': 'changed the plan',
  'installation.go_live': 'activated the restored installation',
  'queue.stop': 'paused sending to',
  'queue.flush': 'retried deferred email for',
  'queue.resume': 'resumed sending to',
  'suppression.remove': 'stopped suppressing',
  'suppression.remove_many': 'stopped suppressing',
  'review.ask': 'requested a review',
  'review.approve': 'approved the review',
  'review.decline': 'declined the review',
  'suppressions.import': 'imported suppressed addresses from',
  'suppressions.import.cancel': 'canceled the import of',
  'webhook.create': 'set up the webhook',
  'webhook.change': 'changed the webhook',
  'webhook.delete': 'removed the webhook',
  'webhook.rotate_secret': 'rotated the secret of the webhook',
  'webhook.activate_secret': 'activated the new secret of the webhook',
  'vendor_hook.create': 'set up a vendor-compatible webhook at',
  'vendor_hook.change': 'changed a vendor-compatible webhook at',
  'vendor_hook.delete': 'removed a vendor-compatible webhook at',
  'vendor_hook.rotate_key': 'rotated the signing key for webhooks of',
  'token.create': 'created the access token',
  'token.revoke': 'revoked the access token',
};

/** Returns a phrase for an action, such as `revoked the access token`. */
export function actionInWords(action: string): string {
  return ACTIONS[action] ?? action.replaceAll(/[._]/g, ' ');
}

const VIA: Readonly<Record<string, string>> = {
  session: 'Dashboard',
  key: 'API key',
  token: 'Access token',
  oauth: 'Connected application',
  command: 'Command line',
};

/** Returns the name of the credential or interface that was used for an action, such as `API key`. */
export function viaInWords(via: string): string {
  return VIA[via] ?? via;
}

/** Returns a text for each field that an action changed, with the field's old and new values. Pure. */
export function changesOf(before: unknown, after: unknown): readonly string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [from, to] = [was.get(name), is.get(name)];
    if (from === to) return [];
    const field = name.replaceAll('_', ' ');
    if (from === undefined) return [`${field}: ${to}`];
    return to === undefined ? [`${field} was ${from}`] : [`${field}: ${from} → ${to}`];
  });
}

function fieldsOf(value: unknown): ReadonlyMap<string, string> {
  if (value === null || typeof value !== 'object') return new Map();
  return new Map(Object.entries(value).map(([name, each]) => [name, reported(each)] as const));
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

function reported(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(reported).join(', ') || 'none';
  if (typeof value !== 'string') return JSON.stringify(value);
  return MOMENT.test(value) ? WHEN.format(new Date(value)) : value;
}
