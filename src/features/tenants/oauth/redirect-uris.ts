import { MAX_REDIRECT_URI_CHARACTERS } from './limits.ts';

const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * Format of a private-use scheme. RFC 8252 section 7.1 requires a reversed domain name, but widely used AI assistants
 * use a plain word. A single letter is rejected, because it could be a drive letter.
 */
const SCHEME = /^[a-z][a-z0-9+.-]{1,49}$/;

/**
 * Schemes of browsers, operating systems, and protocols. A redirect to such a scheme never opens an app that waits for
 * a code.
 */
const TAKEN_SCHEMES = new Set(
  (
    'about acct afp blob chrome cid content data dav dict dns edge file filesystem finger firefox ftp ftps git gopher ' +
    'hcp http https im imap intent ipp irc ircs itms jar javascript jdbc ldap ldaps livescript magnet mailto market mhtml ' +
    'mid mk mms mocha news nfs nntp opaquelocktoken opera pkcs11 pop pres rdp res resource rlogin rsync rtmp rtsp safari ' +
    'search sftp shell shortcuts shttp sip sips skype smb sms smsto snmp ssh stun svn tel telnet tftp turn udp unix urn ' +
    'vbscript view-source vnc webcal wpad ws wss wyciwyg x-javascript xmpp'
  ).split(' '),
);

/** Prefixes and suffixes of schemes that operating systems and browsers reserve. */
const TAKEN_FORMS =
  /^(?:ms-|microsoft|windows|search-|x-apple|apple-|itms-|android-|chrome-|moz-|vnd\.)|-extension$|script$/;

/**
 * Returns the reason why a redirect URI is invalid, as the end of a sentence, or undefined if it is valid. The URI must
 * use https, http with a loopback address (RFC 8252 section 7.3), or, for a self-registered native app, a private-use
 * scheme (section 7.1). It must not have a fragment (RFC 6749 section 3.1.2), user name, or password.
 */
export function faultOfRedirectUri(given: string, { isNative = false } = {}): string | undefined {
  return faultOfWriting(given) ?? faultOfPlace(given, isNative);
}

function faultOfWriting(given: string): string | undefined {
  if (given.length > MAX_REDIRECT_URI_CHARACTERS) return `is longer than ${MAX_REDIRECT_URI_CHARACTERS} characters`;
  // Redirect URIs are compared as strings. Reject those that a parser would normalize, so that the string and the
  // parsed URL always agree.
  if (!/^[\x21-\x7e]+$/.test(given) || /[\\"<>^`{|}]/.test(given))
    return 'contains characters that are not allowed in a URL';
  if (!URL.canParse(given)) return 'is not a URL';
  return given.includes('#') ? 'must not have a fragment' : undefined;
}

function faultOfPlace(given: string, isNative: boolean): string | undefined {
  const url = new URL(given);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && isLoopback(url)) return undefined;
  if (isNative && url.protocol !== 'http:') return faultOfPrivateUse(given, url);
  return 'must use https, or http with a loopback address';
}

/**
 * Checks a URI with a private-use scheme. A slash must follow the colon, so that the URI identifies a resource and does
 * not contain a script or a document.
 */
function faultOfPrivateUse(given: string, { protocol }: URL): string | undefined {
  const scheme = protocol.slice(0, -1);
  if (!SCHEME.test(scheme) || TAKEN_SCHEMES.has(scheme) || TAKEN_FORMS.test(scheme)) {
    return `must use https, or http with a loopback address; ${scheme} cannot be used as the private scheme of an app`;
  }
  if (!given.startsWith(`${protocol}/`)) return 'must use https, or have the form app.example:/callback';
  return undefined;
}

/** Returns whether a redirect leads to the user's own computer. */
export function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname);
}

/** Returns whether a redirect opens an app on the user's device. */
export function isPrivateUse({ protocol }: URL): boolean {
  return protocol !== 'https:' && protocol !== 'http:';
}

/** Returns the redirect target for display: the host, and the scheme if it is a private-use scheme. */
export function placeOf(uri: string): string {
  const url = new URL(uri);
  if (!isPrivateUse(url)) return url.host;
  return url.host === '' ? url.protocol : `${url.protocol}//${url.host}`;
}

/**
 * Returns whether a redirect URI has the origin of a page. Apps have no origin, and `null` is the origin of every
 * sandboxed page.
 */
export function isOfOrigin(uri: string, origin: string): boolean {
  return URL.canParse(uri) && !isPrivateUse(new URL(uri)) && new URL(uri).origin === origin;
}

/**
 * Returns the sources for the CSP directive `form-action`, which also applies to redirects after the form is submitted.
 */
export function formTargetsOf(redirectUri: string): string {
  const url = new URL(redirectUri);
  if (isPrivateUse(url)) return `'self' https: ${url.protocol}`;
  if (!isLoopback(url)) return "'self' https:";
  // CSP source expressions cannot contain IPv6 addresses.
  return url.hostname.startsWith('[') ? "'self' https: http:" : `'self' https: http://${url.hostname}:*`;
}
