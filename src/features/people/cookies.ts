import { createHmac, timingSafeEqual } from 'node:crypto';

/** A session lasts so long from its last use on. */
export const SESSION_DAYS = 30;
const DAY_SECONDS = 24 * 3_600;
/** As many characters as the sign-in engine gives a token. */
const TOKEN = /^[A-Za-z0-9]{32}$/;
/** Base64 of a SHA-256. */
const SIGNATURE_CHARACTERS = 44;

/** The cookies of this installation. */
export interface Cookies {
  readonly isSecure: boolean;
  /** Under which the sign-in engine signs its cookies. */
  readonly secret: string;
  readonly session: string;
  readonly secondFactor: string;
  readonly device: string;
  /** The Set-Cookie header of a session with this token (RFC 6265, and 6265bis for SameSite and the prefix). */
  set(token: string): string;
  /** The Set-Cookie header that takes the session away. */
  clear(): string;
  /** Whether a Cookie header holds a session's cookie at all. */
  isPresent(header: string): boolean;
  /** The token of a session's cookie whose signature is ours: all others cost no look-up. */
  tokenOf(header: string | undefined): string | undefined;
}

/**
 * Names and writes the cookies. Over https their names begin with `__Host-`, which a browser takes only from this host,
 * over TLS and for every path, so that no neighbour can plant one.
 */
export function createCookies(options: { readonly isSecure: boolean; readonly secret: string }): Cookies {
  const { isSecure, secret } = options;
  const prefix = isSecure ? '__Host-' : '';
  const session = `${prefix}postrider_session`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const signatureOf = (token: string): string => createHmac('sha256', secret).update(token).digest('base64');
  return {
    isSecure,
    secret,
    session,
    secondFactor: `${prefix}postrider_second_factor`,
    device: `${prefix}postrider_device`,
    set: (token) =>
      `${session}=${encodeURIComponent(`${token}.${signatureOf(token)}`)}; Max-Age=${SESSION_DAYS * DAY_SECONDS}; ${attributes}`,
    clear: () => `${session}=; Max-Age=0; ${attributes}`,
    isPresent: (header) => valueOf(header, session) !== undefined,
    tokenOf(header) {
      const value = header === undefined ? undefined : valueOf(header, session);
      const decoded = value === undefined ? undefined : decode(value);
      const [token = '', signature = ''] = decoded?.split('.') ?? [];
      if (!TOKEN.test(token) || signature.length !== SIGNATURE_CHARACTERS) return undefined;
      const given = Buffer.from(signature.padEnd(SIGNATURE_CHARACTERS));
      const right = Buffer.from(signatureOf(token));
      return given.length === right.length && timingSafeEqual(given, right) ? token : undefined;
    },
  };
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
