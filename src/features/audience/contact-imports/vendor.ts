import type { Meaning, Standing } from './standing.ts';
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

/** Description of a service's export: how to recognize and read it. */
export interface Vendor {
  readonly name: (typeof VENDOR_NAMES)[number];
  /** Returns true for the headings of the service's export, in the form returned by `keyOf`. */
  readonly isOf: (headings: readonly string[]) => boolean;
  /** Targets of columns by heading; all other columns are fields. */
  readonly columns: Readonly<Record<string, PlainTarget>>;
  /**
   * Words of the status column that have a special meaning in this service, in the form returned by `wordOf`; '' is an
   * empty cell about consent.
   */
  readonly words?: Readonly<Record<string, Meaning>>;
  /**
   * Exports with contacts of a single status, recognized by the start of the file name or by a column that other
   * exports lack.
   */
  readonly parts?: readonly { readonly name: RegExp; readonly heading: string; readonly standing: Standing }[];
}

/** Removes case, spaces and punctuation from a heading. Pure. */
export function keyOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns a predicate that checks whether all of these keys are among the headings. */
export const has =
  (...keys: readonly string[]) =>
  (headings: readonly string[]): boolean =>
    keys.every((key) => headings.includes(key));

/**
 * Our own export has the columns of SendFox and additional ones. An empty cell there has no value, and every word is
 * meant literally.
 */
export const OWN_EXPORT = 'sendfox';
