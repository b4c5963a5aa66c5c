const SHOWN = 'public content of the account';

/** Entries of `DATA_MAP` for the tables of an account's public pages. */
export const PAGE_TABLES = {
  campaign_archive: { nobody: SHOWN, columns: ['code'] },
  landing_page_address: { nobody: SHOWN, columns: ['slug'] },
} as const;
