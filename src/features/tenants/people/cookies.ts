import { createHmac, timingSafeEqual } from 'node:crypto';

/** A session lasts so long from its last use on. */
export const SESSION_DAYS = 30;
const DAY_SECONDS = 24 * 3_600;
/** As many characters as the sign-in engine gives a token. */
const TOKEN = /^[A-Za-z0-9]{32}$/;
/** How the sign-in engine names a sign-in that waits for its second factor. */
const CHALLENGE = /^2fa-[\w-]{20}$/;
/** Base64 of a SHA-256. */
const SIGNATURE_CHARACTERS = 44;

/** The cookies of this installation. */
export interface Cookies {
  readonly isSecure: boolean;
  /** Under which the sign-in engine signs its cookies and seals second factors, the newest first: only that one signs. */
  readonly secrets: readonly string[];
  readonly session: string;
  readonly secondFactor: string;
  readonly device: string;
  /** Of a browser in which somebody signed in, see known-device.ts. */
  readonly known: string;
  /** The Set-Cookie header of a session with this token (RFC 6265, and 6265bis for SameSite and the prefix). */
  set(token: string): string;
  /** The Set-Cookie header that takes the session away. */
  clear(): string;
  /** A Set-Cookie header; the value is percent-encoded. */
  write(name: string, value: string, lifeSeconds: number): string;
  /** The value of the first cookie of that name. */
  read(header: string | undefined, name: string): string | undefined;
  /** The pair of a Cookie header for the first cookie of that name, signed anew where an earlier secret signed it. */
  renewed(header: string | undefined, name: string): string | undefined;
  /** Base64 of the HMAC of a text under the newest secret. */
  signatureOf(text: string): string;
  /** Whether a signature of the text was made under any of the secrets. */
  isSignatureOf(text: string, signature: string): boolean;
  /** Whether a Cookie header holds a session's cookie at all. */
  isPresent(header: string): boolean;
  /** The token of a session's cookie whose signature is ours: all others cost no look-up. */
  tokenOf(header: string | undefined): string | undefined;
  /** The name of the sign-in that waits for a second factor, where its cookie has our signature. */
  challengeOf(header: string | undefined): string | undefined;
}

/**
 * Names and writes the cookies. Over https their names begin with `__Host-`, which a browser takes only from this host,
 * over TLS and for every path, so that no neighbour can plant one.
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

/** The first cookie of that name; a browser sends the one with the longest path first (RFC 6265 section 5.4). */
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
    // Not percent-encoding, so not a cookie of ours.
    return undefined;
  }
}
