const SHOWN = 'what the account shows to everybody';

/** What is done about the tables of what an account publishes, see `DATA_MAP`. */
export const PAGE_TABLES = {
  campaign_archive: { nobody: SHOWN, columns: ['code'] },
  landing_page_address: { nobody: SHOWN, columns: ['slug'] },
} as const;
