import { ownMark } from './factor-queries.ts';
import type { PeopleParts } from './parts.ts';

/** Number of days for which a browser is remembered after a sign-in. */
const KNOWN_DAYS = 180;
const DAY_SECONDS = 24 * 3_600;
const VALUE = /^([1-9]\d{0,14})\.(\d{10})\.([A-Za-z0-9+/]{43}=)$/;

/**
 * A browser in which a user has signed in before. Failed attempts in other browsers do not block sign-ins from this
 * browser.
 */
export interface KnownDevice {
  readonly personId: number;
  readonly email: string;
}

type DeviceParts = Pick<PeopleParts, 'clock' | 'cookies' | 'db'>;

/** Returns the Set-Cookie header that marks a browser as known to the user, until the password changes. */
export async function knownDeviceCookie({ clock, cookies, db }: DeviceParts, personId: number): Promise<string> {
  const [person] = await ownMark(db, personId);
  const lifeSeconds = KNOWN_DAYS * DAY_SECONDS;
  const until = Math.floor(clock.now() / 1_000) + lifeSeconds;
  const signature = cookies.signatureOf(signedText(personId, until, person?.password ?? ''));
  return cookies.write(cookies.known, `${personId}.${until}.${signature}`, lifeSeconds);
}

/** Returns the known device of a Cookie header, or undefined if the cookie is missing, expired, or forged. */
export async function knownDeviceOf(
  { clock, cookies, db }: DeviceParts,
  header: string | undefined,
): Promise<KnownDevice | undefined> {
  const [, person = '', until = '', signature = ''] = VALUE.exec(cookies.read(header, cookies.known) ?? '') ?? [];
  const personId = Number(person);
  if (personId === 0 || Number(until) * 1_000 < clock.now()) return undefined;
  const [row] = await ownMark(db, personId);
  if (!row) return undefined;
  const isRight = cookies.isSignatureOf(signedText(personId, Number(until), row.password ?? ''), signature);
  return isRight ? { personId, email: row.email } : undefined;
}

/**
 * Returns the string that is signed. It includes the password hash, so that all devices become unknown when the
 * password changes, including those of an attacker who knew the old one.
 */
function signedText(personId: number, until: number, passwordHash: string): string {
  return `known device ${personId} ${until} ${passwordHash}`;
}
