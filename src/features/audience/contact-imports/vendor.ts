import type { Meaning, ConsentStatus } from './consent-status.ts';
import type { PlainTarget } from './targets.ts';

export const VENDOR_NAMES = [
  'mailchimp',
  'listmonk',
  'kit',
  'sendfox',
  'mailtrain',
  'phplist',
  'beehiiv',
  'buttondown',
] as const;

/** Describes how to recognize and read a service's export. */
export interface Vendor {
  readonly name: (typeof VENDOR_NAMES)[number];
  /** Returns whether the headings, normalized with `keyOf`, belong to an export of the service. */
  readonly isOf: (headings: readonly string[]) => boolean;
  /**
   * Column targets by heading, normalized with `keyOf`. Other columns get a target by common headings, or become custom
   * fields.
   */
  readonly columns: Readonly<Record<string, PlainTarget>>;
  /**
   * Meanings of values in exports of this service, keyed by the value as normalized with `wordOf`. The key '' stands
   * for an empty cell in a consent column.
   */
  readonly words?: Readonly<Record<string, Meaning>>;
  /**
   * Exports that contain only contacts of one status. Such files are recognized by the start of their names or by a
   * column that other exports do not have.
   */
  readonly parts?: readonly {
    readonly name: RegExp;
    readonly heading: string;
    readonly consentStatus: ConsentStatus;
  }[];
}

/** Converts a heading to lowercase without spaces and punctuation. Pure. */
export function keyOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns a predicate that checks whether all of these keys are among the headings. */
export const has =
  (...keys: readonly string[]) =>
  (headings: readonly string[]): boolean =>
    keys.every((key) => headings.includes(key));

/**
 * Name of our own export format, which has all columns of a SendFox export and additional columns. In this format, an
 * empty cell means that there is no value, and words such as `NULL` are ordinary text.
 */
export const OWN_EXPORT = 'sendfox';
