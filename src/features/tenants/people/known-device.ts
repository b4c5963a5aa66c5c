import { ownMark } from './factor-queries.ts';
import type { PeopleParts } from './parts.ts';

/** A browser in which somebody signed in is known as theirs for so long. */
const KNOWN_DAYS = 180;
const DAY_SECONDS = 24 * 3_600;
const VALUE = /^([1-9]\d{0,14})\.(\d{10})\.([A-Za-z0-9+/]{43}=)$/;

/** A browser that somebody signed in with: what others try elsewhere does not hinder them there. */
export interface KnownDevice {
  readonly personId: number;
  readonly email: string;
}

/** The parts that know a device. */
type DeviceParts = Pick<PeopleParts, 'clock' | 'cookies' | 'db'>;

/** The Set-Cookie header by which a browser is known as the person's, until their password is another one. */
export async function knownDeviceCookie({ clock, cookies, db }: DeviceParts, personId: number): Promise<string> {
  const [person] = await ownMark(db, personId);
  const lifeSeconds = KNOWN_DAYS * DAY_SECONDS;
  const until = Math.floor(clock.now() / 1_000) + lifeSeconds;
  const signature = cookies.signatureOf(signedText(personId, until, person?.password ?? ''));
  return cookies.write(cookies.known, `${personId}.${until}.${signature}`, lifeSeconds);
}

/** Whose browser a Cookie header comes from; undefined when nobody's, when that is too long ago, and for forgeries. */
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

/** The password's hash is part of it: whoever knew the one before has no known device left to guess the next from. */
function signedText(personId: number, until: number, passwordHash: string): string {
  return `known device ${personId} ${until} ${passwordHash}`;
}
