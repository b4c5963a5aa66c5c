const SHOWN = 'what the account shows to everybody';

/** Decisions about the tables of an account's public pages, as described at `DATA_MAP`. */
export const PAGE_TABLES = {
  campaign_archive: { nobody: SHOWN, columns: ['code'] },
  landing_page_address: { nobody: SHOWN, columns: ['slug'] },
} as const;
