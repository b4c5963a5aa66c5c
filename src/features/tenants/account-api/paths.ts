/**
 * First path segments of the account API. Its routes start at the root, because clients append `/contacts` to a bare
 * host. The segments must therefore differ from the first segments of the other APIs. Add the first segment of every
 * new resource to this list.
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

/** Returns whether a path without duplicate slashes belongs to the account API, even if no route matches it. */
export function isAccountPath(path: string): boolean {
  return ROOTS.has(path.split('/', 2)[1] ?? '');
}
