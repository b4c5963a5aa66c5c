/**
 * Paths to pages of the dashboard and to the OAuth consent page. After sign-in, users are not redirected anywhere else.
 */
const OWN_PATH = /^\/(?![/\\])[^\\\u0000-\u001f]*$/;
/** Paths outside the dashboard that the server handles. */
const SERVED = /^\/oauth\//;
/** Paths of downloads: lists, the source of an email, and the data of a contact. */
const FILE =
  /^\/(?:dashboard\/messages\/export|dashboard\/messages\/[^/]+\/source|dashboard\/suppressions\/imports\/[^/]+\/rejects|contacts\/export|contacts\/\d+\/data|contacts\/imports\/[^/]+\/rejects|domains\/\d+\/zone-file)(?:\?|$)/;
/** Pages for users who are not signed in, which have no use after sign-in. */
const PLAIN = /^\/(?:sign-in|reset|first-start|invitation|confirm-email)\b/;

/**
 * Returns where a user is redirected after sign-in according to the parameter `next`: only to own paths, otherwise to
 * the overview.
 */
export function destinationOf(next: string | undefined): string {
  if (next === undefined || !OWN_PATH.test(next)) return '/app';
  // Parse the URL as browsers do, which removes `/./` and similar segments.
  const { pathname, search } = new URL(next, 'http://own.invalid');
  if (SERVED.test(pathname) || isFile(pathname)) return pathname + search;
  if (pathname.startsWith('/dashboard/')) return '/app';
  const page = pathname.replace(/^\/app(?=\/|$)/, '') || '/';
  if (PLAIN.test(page) || page.startsWith('//')) return '/app';
  return `/app${page === '/' ? '' : page}${search}`;
}

/** Returns whether a destination is a download, which does not leave the page. */
export function isFile(destination: string): boolean {
  return FILE.test(destination);
}
