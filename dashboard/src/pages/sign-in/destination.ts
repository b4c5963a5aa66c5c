/**
 * Matches paths of this server. After sign-in, users are never redirected to other URLs. Browsers treat a path that
 * starts with `//` or `/\` as the URL of another server.
 */
const OWN_PATH = /^\/(?![/\\])[^\\\u0000-\u001f]*$/;
/** Matches paths outside the dashboard, such as the OAuth consent page. */
const SERVED = /^\/oauth\//;
/**
 * Matches the paths of downloads: exports, rejected rows of imports, the source of an email, the data of a contact, and
 * zone files.
 */
const FILE =
  /^\/(?:dashboard\/messages\/export|dashboard\/messages\/[^/]+\/source|dashboard\/suppressions\/imports\/[^/]+\/rejects|contacts\/export|contacts\/\d+\/data|contacts\/imports\/[^/]+\/rejects|domains\/\d+\/zone-file)(?:\?|$)/;
/** Matches pages for users who are not signed in. Users are not redirected to these pages after sign-in. */
const PLAIN = /^\/(?:sign-in|reset|first-start|invitation|confirm-email)\b/;

/**
 * Returns the path that a user is redirected to after sign-in. Uses the parameter `next` if it is the path of a
 * dashboard page for signed-in users, a download, or an OAuth page. Otherwise, returns the path of the overview.
 */
export function destinationOf(next: string | undefined): string {
  if (next === undefined || !OWN_PATH.test(next)) return '/app';
  // Parse the URL as browsers do. This also removes segments such as `/./`.
  const { pathname, search } = new URL(next, 'http://own.invalid');
  if (SERVED.test(pathname) || isFile(pathname)) return pathname + search;
  if (pathname.startsWith('/dashboard/')) return '/app';
  const page = pathname.replace(/^\/app(?=\/|$)/, '') || '/';
  if (PLAIN.test(page) || page.startsWith('//')) return '/app';
  return `/app${page === '/' ? '' : page}${search}`;
}

/** Returns whether a destination is a download. A download does not leave the current page. */
export function isFile(destination: string): boolean {
  return FILE.test(destination);
}
