/** Of pages, and of the consent that an application asks for. Nothing else is led to after signing in. */
const OWN_PATH = /^\/(?![/\\])[^\\\u0000-\u001f]*$/;
/** Answered by the server itself, outside of these pages. */
const SERVED = /^\/oauth\//;
/** The pages of who is not signed in: there is nothing to do on them afterwards. */
const PLAIN = /^\/(?:sign-in|reset|first-start|invitation|confirm-email)\b/;

/** Where somebody is led who signed in, from what the address says as `next`: only to own paths, else to the overview. */
export function destinationOf(next: string | undefined): string {
  if (next === undefined || !OWN_PATH.test(next)) return '/app';
  // What a browser makes of it decides: `/./` and its like are gone then.
  const { pathname, search } = new URL(next, 'http://own.invalid');
  if (SERVED.test(pathname)) return pathname + search;
  const page = pathname.replace(/^\/app(?=\/|$)/, '') || '/';
  if (PLAIN.test(page) || page.startsWith('//')) return '/app';
  return `/app${page === '/' ? '' : page}${search}`;
}
