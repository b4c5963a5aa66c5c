/**
 * First path segments of the account API. Its routes start at the root, because clients append `/contacts` to a bare
 * host. The segments must therefore differ from the first segments of the other APIs. Every new resource must be added
 * to this list.
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
  'email-templates',
  'events',
  'forms',
  'images',
  'landing-pages',
  'lists',
  'me',
  'privacy',
  'starting-designs',
  'topics',
  'unsubscribe',
  'user',
]);

/**
 * Returns whether a path belongs to the account API, even if no route matches it. The path must not contain duplicate
 * slashes.
 */
export function isAccountPath(path: string): boolean {
  return ROOTS.has(path.split('/', 2)[1] ?? '');
}
