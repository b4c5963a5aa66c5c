/**
 * What paths of the account API begin with: it stands at the root, where its clients append `/contacts` to a bare host, and
 * so its names must be told from those of the other APIs. Whoever adds an object with a new name adds it here.
 */
const ROOTS: ReadonlySet<string> = new Set([
  'automation-emails',
  'automations',
  'campaign-settings',
  'campaigns',
  'contact-fields',
  'contact-segments',
  'contact-tags',
  'contacts',
  'domains',
  'double-opt-in',
  'forms',
  'images',
  'landing-pages',
  'lists',
  'me',
  'privacy',
  'unsubscribe',
  'user',
]);

/** Whether a path, without duplicate slashes, belongs to the account API, also one that no route has. */
export function isAccountPath(path: string): boolean {
  return ROOTS.has(path.split('/', 2)[1] ?? '');
}
