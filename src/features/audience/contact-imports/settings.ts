import type { DateOrder } from './dates.ts';
import type { KnownField } from './guess.ts';
import type { Standing } from './standing.ts';

/** What an import of contacts goes by: kept with it, and shown. */
export interface Settings {
  /** What each column is. */
  readonly mapping: readonly string[];
  readonly vendor: string | null;
  readonly date_order: DateOrder;
  /** How those stand of whom their row says nothing else. */
  readonly status: Standing;
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
  return stored as Settings;
}
