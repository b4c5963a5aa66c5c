import type { DateOrder } from './dates.ts';
import type { KnownField } from './guess.ts';
import type { Meaning, ConsentStatus } from './consent-status.ts';

/** Settings of a contact import, which are stored with the import and shown to users. */
export interface Settings {
  /** Target and heading of each column. */
  readonly mapping: readonly string[];
  readonly headings: readonly string[];
  /** Status that each value in a consent column stands for, keyed by `valueKey`. Null for other columns. */
  readonly statuses: readonly (Readonly<Record<string, Meaning>> | null)[];
  readonly vendor: string | null;
  readonly date_order: DateOrder;
  /** Status of contacts whose rows contain no status. */
  readonly status: ConsentStatus;
  /**
   * Status of all contacts, in addition to the statuses in their rows. Set if the file is an export of contacts with
   * this status from another service.
   */
  readonly at_least: ConsentStatus | null;
  readonly list_ids: readonly number[];
  readonly tag_ids: readonly number[];
  readonly update_existing: boolean;
  readonly consent: string | null;
  readonly started_at: string;
  /** Custom fields that rows may contain, by name. */
  readonly fields: Readonly<Record<string, Pick<KnownField, 'id' | 'type'>>>;
}

/** Returns the settings of a claimed import. The cast is safe because only `start` writes the settings. */
export function settingsOf(stored: unknown): Settings {
  const settings = stored as Settings;
  // Imports that were started by an earlier version have no `headings` or `statuses`. If such an import has consent
  // columns, its rows are rejected.
  return { ...settings, headings: settings.headings ?? [], statuses: settings.statuses ?? [] };
}
