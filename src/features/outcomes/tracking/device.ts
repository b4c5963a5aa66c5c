import { judge } from './judge.ts';

/**
 * The type of device on which an email was opened or a link was clicked. `proxy` is a server of a mailbox provider that
 * loads images for its users, such as Apple Mail Privacy Protection or Gmail's image proxy.
 */
export type Device = 'phone' | 'tablet' | 'desktop' | 'proxy' | 'unknown';

/**
 * Patterns by device. The first match decides. Windows comes first, because user agents of desktop Outlook contain
 * `Tablet PC`. Tablets come before phones, because user agents of iPads contain `Mobile`. Browsers on Android tablets
 * omit `Mobile`, but so do programs that are not browsers, whose device is therefore unknown.
 */
const PATTERNS: readonly (readonly [pattern: RegExp, device: Device])[] = [
  [/Windows NT|Macintosh|X11|CrOS/, 'desktop'],
  [/iPad|Tablet|Kindle|Silk|Android(?!.*Mobile).*(?:AppleWebKit|Gecko)/i, 'tablet'],
  [/iPhone|iPod|Windows Phone|\bMobile\b/i, 'phone'],
];

/**
 * Returns the type of device for the user agent of an open or click. Bots are `unknown`. Safari on iPads identifies
 * itself as Safari on a Mac, so these iPads are `desktop`.
 */
export function deviceOf(userAgent: string | undefined): Device {
  const visitor = judge({ kind: 'opened', userAgent, ageMs: undefined });
  if (visitor === 'scanner') return 'unknown';
  if (visitor !== 'person') return 'proxy';
  return PATTERNS.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? 'unknown';
}
