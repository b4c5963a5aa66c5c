import { MAX_REDIRECT_URI_CHARACTERS } from './limits.ts';

const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * A scheme of an app's own. RFC 8252 section 7.1 wants the reverse of a domain there; widely used assistants have a plain
 * word instead. One letter would be a drive.
 */
const SCHEME = /^[a-z][a-z0-9+.-]{1,49}$/;

/** Schemes that belong to browsers, systems and protocols: what they open is no app that waits for a code. */
const TAKEN_SCHEMES = new Set(
  (
    'about acct afp blob chrome cid content data dav dict dns edge file filesystem finger firefox ftp ftps git gopher ' +
    'hcp http https im imap intent ipp irc ircs itms jar javascript jdbc ldap ldaps livescript magnet mailto market mhtml ' +
    'mid mk mms mocha news nfs nntp opaquelocktoken opera pkcs11 pop pres rdp res resource rlogin rsync rtmp rtsp safari ' +
    'search sftp shell shortcuts shttp sip sips skype smb sms smsto snmp ssh stun svn tel telnet tftp turn udp unix urn ' +
    'vbscript view-source vnc webcal wpad ws wss wyciwyg x-javascript xmpp'
  ).split(' '),
);

/** Beginnings and ends of schemes that systems and browsers keep for themselves. */
const TAKEN_FORMS =
  /^(?:ms-|microsoft|windows|search-|x-apple|apple-|itms-|android-|chrome-|moz-|vnd\.)|-extension$|script$/;

/**
 * What is wrong with an address that codes would be sent to, as the end of a sentence; undefined: nothing. It is https, or
 * http to this machine of the person (RFC 8252 section 7.3), or, of a client that registers itself as a native app does, of
 * a scheme of its own (section 7.1); without fragment (RFC 6749 section 3.1.2), name or password.
 */
export function faultOfRedirectUri(given: string, { isNative = false } = {}): string | undefined {
  return faultOfWriting(given) ?? faultOfPlace(given, isNative);
}

function faultOfWriting(given: string): string | undefined {
  if (given.length > MAX_REDIRECT_URI_CHARACTERS) return `is longer than ${MAX_REDIRECT_URI_CHARACTERS} characters`;
  // It is compared as it is written: what a parser would tidy up first is refused, so that both mean the same.
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

/** With a slash after the scheme it is the address of something that is opened, not a text that is run or shown. */
function faultOfPrivateUse(given: string, { protocol }: URL): string | undefined {
  const scheme = protocol.slice(0, -1);
  if (!SCHEME.test(scheme) || TAKEN_SCHEMES.has(scheme) || TAKEN_FORMS.test(scheme)) {
    return `must use https, or http with a loopback address; ${scheme} cannot be used as the private scheme of an app`;
  }
  if (!given.startsWith(`${protocol}/`)) return 'must use https, or have the form app.example:/callback';
  return undefined;
}

/** Whether a redirect leads to the person's own machine. */
export function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname);
}

/** Whether a redirect opens whatever app the person's system gives such addresses to. */
export function isPrivateUse({ protocol }: URL): boolean {
  return protocol !== 'https:' && protocol !== 'http:';
}

/** Where a redirect leads, as people read it: the host, or scheme and host of an app's own address. */
export function placeOf(uri: string): string {
  const url = new URL(uri);
  if (!isPrivateUse(url)) return url.host;
  return url.host === '' ? url.protocol : `${url.protocol}//${url.host}`;
}

/** Whether a redirect leads to the origin of a page. Apps have none, and `null` is that of any sandboxed page. */
export function isOfOrigin(uri: string, origin: string): boolean {
  return URL.canParse(uri) && !isPrivateUse(new URL(uri)) && new URL(uri).origin === origin;
}

/** Where a form on our page may end up whose answer redirects there (CSP `form-action`, which also judges redirects). */
export function formTargetsOf(redirectUri: string): string {
  const url = new URL(redirectUri);
  if (isPrivateUse(url)) return `'self' https: ${url.protocol}`;
  if (!isLoopback(url)) return "'self' https:";
  // The grammar of the policy knows no IPv6 addresses.
  return url.hostname.startsWith('[') ? "'self' https: http:" : `'self' https: http://${url.hostname}:*`;
}
