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

/** How the export of a service is known and read. */
export interface Vendor {
  readonly name: (typeof VENDOR_NAMES)[number];
  /** True for the headings of its export, as `keyOf` gives them. */
  readonly isOf: (headings: readonly string[]) => boolean;
  /** What its columns are, by heading; others are fields. */
  readonly columns: Readonly<Record<string, PlainTarget>>;
  /** Words of its status column that mean something else elsewhere, as `wordOf` gives them; '' is an empty cell about consent. */
  readonly words?: Readonly<Record<string, Meaning>>;
  /** Exports of one status alone: by the beginning of the file's name, or a column that no other has. */
  readonly parts?: readonly { readonly name: RegExp; readonly heading: string; readonly standing: Standing }[];
}

/** A heading without case, spaces and marks. Pure. */
export function keyOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Whether all of these keys are among the headings. */
export const has =
  (...keys: readonly string[]) =>
  (headings: readonly string[]): boolean =>
    keys.every((key) => headings.includes(key));

/** Our own export has the columns of SendFox, and more. An empty cell there is empty, and every word is meant. */
export const OWN_EXPORT = 'sendfox';
