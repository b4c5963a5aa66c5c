import type { DateOrder } from './dates.ts';
import type { KnownField } from './guess.ts';
import type { Meaning, Standing } from './standing.ts';

/** Settings of a contact import, which are stored with the import and shown. */
export interface Settings {
  /** Target and heading of each column. */
  readonly mapping: readonly string[];
  readonly headings: readonly string[];
  /** Meanings of the values, by `valueKey`, for each column about consent; null for other columns. */
  readonly statuses: readonly (Readonly<Record<string, Meaning>> | null)[];
  readonly vendor: string | null;
  readonly date_order: DateOrder;
  /** Status of contacts whose row does not state one. */
  readonly status: Standing;
  /**
   * Status that applies to all rows regardless of their content, because the file is a service's export of contacts
   * with this status.
   */
  readonly at_least: Standing | null;
  readonly list_ids: readonly number[];
  readonly tag_ids: readonly number[];
  readonly update_existing: boolean;
  readonly consent: string | null;
  readonly started_at: string;
  /** The account's fields that rows may contain, by name. */
  readonly fields: Readonly<Record<string, Pick<KnownField, 'id' | 'type'>>>;
}

/** Returns the settings of a claimed import. Safe cast: only `start` writes them. */
export function settingsOf(stored: unknown): Settings {
  const settings = stored as Settings;
  // Imports that were started by an earlier version have no meanings: their rows with consent columns are rejected.
  return { ...settings, headings: settings.headings ?? [], statuses: settings.statuses ?? [] };
}
