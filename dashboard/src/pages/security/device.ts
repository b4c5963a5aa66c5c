/**
 * Markers in user agents, with the names of the browsers. The order matters, because a user agent also contains the
 * names of the browsers that its browser is based on.
 */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const;

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

const SHOWN_CHARACTERS = 60;

/**
 * Describes the browser and the operating system of a user agent in words, for example `Firefox on Linux`. If the
 * browser is not known, returns the start of the user agent, which can contain any text.
 */
export function deviceOf(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown device';
  const browser = BROWSERS.find(([mark]) => userAgent.includes(`${mark}/`))?.[1];
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))?.[1];
  if (browser === undefined) return userAgent.slice(0, SHOWN_CHARACTERS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
