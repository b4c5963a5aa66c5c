/** Of pages, and of the consent that an application asks for. Nothing else is led to after signing in. */
const OWN_PATH = /^\/(?![/\\])[^\\\u0000-\u001f]*$/;
/** Answered by the server itself, outside of these pages. */
const SERVED = /^\/oauth\//;
/** Files that are saved: lists, the source of a mail, the data of a contact. */
const FILE =
  /^\/(?:dashboard\/messages\/export|dashboard\/messages\/[^/]+\/source|dashboard\/suppressions\/imports\/[^/]+\/rejects|contacts\/export|contacts\/\d+\/data|contacts\/imports\/[^/]+\/rejects|domains\/\d+\/zone-file)(?:\?|$)/;
/** The pages of who is not signed in: there is nothing to do on them afterwards. */
const PLAIN = /^\/(?:sign-in|reset|first-start|invitation|confirm-email)\b/;

/** Where somebody is led who signed in, from what the address says as `next`: only to own paths, else to the overview. */
export function destinationOf(next: string | undefined): string {
  if (next === undefined || !OWN_PATH.test(next)) return '/app';
  // What a browser makes of it decides: `/./` and its like are gone then.
  const { pathname, search } = new URL(next, 'http://own.invalid');
  if (SERVED.test(pathname) || isFile(pathname)) return pathname + search;
  if (pathname.startsWith('/dashboard/')) return '/app';
  const page = pathname.replace(/^\/app(?=\/|$)/, '') || '/';
  if (PLAIN.test(page) || page.startsWith('//')) return '/app';
  return `/app${page === '/' ? '' : page}${search}`;
}

/** Whether a destination is a file, which leaves the page where it is. */
export function isFile(destination: string): boolean {
  return FILE.test(destination);
}
