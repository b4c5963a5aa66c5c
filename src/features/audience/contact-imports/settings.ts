import type { DateOrder } from './dates.ts';
import type { KnownField } from './guess.ts';
import type { Meaning, Standing } from './standing.ts';

/** What an import of contacts goes by: kept with it, and shown. */
export interface Settings {
  /** What each column is, and what it is called. */
  readonly mapping: readonly string[];
  readonly headings: readonly string[];
  /** Of each column about consent what its values mean, by `valueKey`; null for others. */
  readonly statuses: readonly (Readonly<Record<string, Meaning>> | null)[];
  readonly vendor: string | null;
  readonly date_order: DateOrder;
  /** How those stand of whom their row says nothing else. */
  readonly status: Standing;
  /** How everybody in the file stands, whatever else their row says: it is a service's file of those. */
  readonly at_least: Standing | null;
  readonly list_ids: readonly number[];
  readonly tag_ids: readonly number[];
  readonly update_existing: boolean;
  readonly consent: string | null;
  readonly started_at: string;
  /** The account's fields that rows may hold, by their names. */
  readonly fields: Readonly<Record<string, Pick<KnownField, 'id' | 'type'>>>;
}

/** The settings of a claimed import, which `start` made: nobody else writes them. */
export function settingsOf(stored: unknown): Settings {
  const settings = stored as Settings;
  // One that was started by an earlier version has no meanings: what its rows say about consent is refused.
  return { ...settings, headings: settings.headings ?? [], statuses: settings.statuses ?? [] };
}
