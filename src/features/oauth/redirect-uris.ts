import { MAX_REDIRECT_URI_CHARACTERS } from './limits.ts';

const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * What is wrong with an address that codes would be sent to, as the end of a sentence; undefined: nothing. It is https, or
 * http to this machine of the person (RFC 8252 section 7.3), without fragment (RFC 6749 section 3.1.2), name or password.
 */
export function faultOfRedirectUri(given: string): string | undefined {
  if (given.length > MAX_REDIRECT_URI_CHARACTERS) return `is longer than ${MAX_REDIRECT_URI_CHARACTERS} characters`;
  // It is compared as it is written: what a parser would tidy up first is refused, so that both mean the same.
  if (!/^[\x21-\x7e]+$/.test(given) || /[\\"<>^`{|}]/.test(given)) return 'has characters that an address cannot have';
  if (!URL.canParse(given)) return 'is not an address';
  const url = new URL(given);
  if (given.includes('#')) return 'has a fragment';
  if (url.username !== '' || url.password !== '') return 'has a user name or password';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && isLoopback(url)) return undefined;
  return 'is neither https nor http to a loopback address';
}

/** Whether a redirect leads to the person's own machine. */
export function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname);
}

/** Where a form on our page may end up whose answer redirects there (CSP `form-action`, which also judges redirects). */
export function formTargetsOf(redirectUri: string): string {
  const url = new URL(redirectUri);
  if (!isLoopback(url)) return "'self' https:";
  // The grammar of the policy knows no IPv6 addresses.
  return url.hostname.startsWith('[') ? "'self' https: http:" : `'self' https: http://${url.hostname}:*`;
}
