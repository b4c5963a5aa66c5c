import { createHmac, timingSafeEqual } from 'node:crypto';

/** Number of days for which a session stays valid after its last use. */
export const SESSION_DAYS = 30;
const DAY_SECONDS = 24 * 3_600;
/** Format of the authentication library's session tokens. */
const TOKEN = /^[A-Za-z0-9]{32}$/;
/** Format of the identifier that the authentication library generates for a sign-in with a pending second factor. */
const CHALLENGE = /^2fa-[\w-]{20}$/;
/** Length of a Base64-encoded SHA-256 hash. */
const SIGNATURE_CHARACTERS = 44;

export interface Cookies {
  readonly isSecure: boolean;
  /**
   * Secrets that the authentication library uses to sign cookies and encrypt second factors, newest first. Only the
   * newest secret is used to create signatures.
   */
  readonly secrets: readonly string[];
  readonly session: string;
  readonly secondFactor: string;
  readonly device: string;
  /** Cookie of a browser in which a user has signed in before (see known-device.ts). */
  readonly known: string;
  /**
   * Returns the Set-Cookie header for a session with this token (RFC 6265, and 6265bis for SameSite and the prefix).
   */
  set(token: string): string;
  /** Returns the Set-Cookie header that deletes the session cookie. */
  clear(): string;
  /** Returns a Set-Cookie header with a percent-encoded value. */
  write(name: string, value: string, lifeSeconds: number): string;
  /** Returns the value of the first cookie with this name. */
  read(header: string | undefined, name: string): string | undefined;
  /**
   * Returns the `name=value` pair of the first cookie with this name. If an older secret signed the cookie, signs
   * it again with the newest secret.
   */
  renewed(header: string | undefined, name: string): string | undefined;
  /** Returns the Base64-encoded HMAC of text with the newest secret. */
  signatureOf(text: string): string;
  /** Returns whether the signature of the text was created with any of the secrets. */
  isSignatureOf(text: string, signature: string): boolean;
  /** Returns whether a Cookie header contains a session cookie. */
  isPresent(header: string): boolean;
  /**
   * Returns the token of a session cookie if its signature is valid, so that forged cookies cause no database lookup.
   */
  tokenOf(header: string | undefined): string | undefined;
  /** Returns the identifier of a sign-in with a pending second factor, if its cookie has a valid signature. */
  challengeOf(header: string | undefined): string | undefined;
}

/**
 * Returns the cookies of the installation. Over https, their names start with `__Host-`. Browsers accept such cookies
 * only from this host, over TLS, and for all paths, so that other hosts in the same domain cannot set them.
 */
export function createCookies(options: {
  readonly isSecure: boolean;
  readonly secret: string;
  readonly previousSecrets?: readonly string[];
}): Cookies {
  const { isSecure, previousSecrets = [], secret } = options;
  const secrets = [secret, ...previousSecrets];
  const prefix = isSecure ? '__Host-' : '';
  const session = `${prefix}postrider_session`;
  const secondFactor = `${prefix}postrider_second_factor`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const signatureOf = (text: string): string => signatureUnder(secret, text);
  const isSignatureOf = (text: string, signature: string): boolean =>
    secrets.some((known) => isSame(signature, signatureUnder(known, text)));
  const read: Cookies['read'] = (header, name) => {
    const value = header === undefined ? undefined : valueOf(header, name);
    return value === undefined ? undefined : decode(value);
  };
  const write: Cookies['write'] = (name, value, lifeSeconds) =>
    `${name}=${encodeURIComponent(value)}; Max-Age=${lifeSeconds}; ${attributes}`;
  const signedValue = (header: string | undefined, name: string, form: RegExp): string | undefined => {
    const [signed = '', signature = ''] = read(header, name)?.split('.') ?? [];
    return form.test(signed) && isSignatureOf(signed, signature) ? signed : undefined;
  };
  return {
    isSecure,
    secrets,
    session,
    secondFactor,
    device: `${prefix}postrider_device`,
    known: `${prefix}postrider_known`,
    write,
    read,
    renewed(header, name) {
      const given = header === undefined ? undefined : valueOf(header, name);
      if (given === undefined) return undefined;
      const value = decode(given) ?? '';
      const at = value.lastIndexOf('.');
      const [signed, signature] = [value.slice(0, at), value.slice(at + 1)];
      const isKnown = at > 0 && isSignatureOf(signed, signature);
      return `${name}=${isKnown ? encodeURIComponent(`${signed}.${signatureOf(signed)}`) : given}`;
    },
    signatureOf,
    isSignatureOf,
    set: (token) => write(session, `${token}.${signatureOf(token)}`, SESSION_DAYS * DAY_SECONDS),
    clear: () => `${session}=; Max-Age=0; ${attributes}`,
    isPresent: (header) => valueOf(header, session) !== undefined,
    tokenOf: (header) => signedValue(header, session, TOKEN),
    challengeOf: (header) => signedValue(header, secondFactor, CHALLENGE),
  };
}

function signatureUnder(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64');
}

function isSame(signature: string, right: string): boolean {
  if (signature.length !== SIGNATURE_CHARACTERS) return false;
  const [given, own] = [Buffer.from(signature), Buffer.from(right)];
  return given.length === own.length && timingSafeEqual(given, own);
}

/**
 * Returns the value of the first cookie with this name. Browsers send the cookie with the longest path first (RFC 6265
 * section 5.4).
 */
function valueOf(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    // The server sets only percent-encoded cookies, so other values are invalid.
    return undefined;
  }
}
