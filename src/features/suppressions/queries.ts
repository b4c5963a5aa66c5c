import { statement } from '../../base/db.ts';

export interface SuppressionRow {
  readonly address: string;
  readonly reason: 'bounced' | 'complained' | 'manual';
  readonly detail: string | null;
  readonly message_id: string | null;
  readonly created_at: Date;
}

/** Columns of an entry. */
export const SUPPRESSION_COLUMNS = 'address, reason, detail, message_id, created_at';

/** Adds entries, in the order of their key so that two adders never wait for each other in a circle; what is there stays. */
export const insertSuppressions = statement<
  [
    accountId: number,
    addresses: string[],
    reasons: string[],
    details: (string | null)[],
    messageIds: (string | null)[],
  ],
  unknown
>(
  'suppressions_insert',
  `insert into suppression (account_id, address, reason, detail, message_id)
   select distinct on (lower(s.address)) $1, lower(s.address), s.reason, s.detail, s.message_id
   from unnest($2::text[], $3::text[], $4::text[], $5::uuid[]) as s (address, reason, detail, message_id)
   order by lower(s.address)
   on conflict (account_id, address) do nothing`,
);

/** Entries of addresses, primary key. */
export const suppressionsOf = statement<[accountId: number, addresses: readonly string[]], SuppressionRow>(
  'suppressions_of',
  `select ${SUPPRESSION_COLUMNS} from suppression
   where account_id = $1 and address = any(select lower(a) from unnest($2::text[]) as a)`,
);

export const deleteSuppression = statement<[accountId: number, address: string], SuppressionRow>(
  'suppressions_delete',
  `delete from suppression where account_id = $1 and address = lower($2) returning ${SUPPRESSION_COLUMNS}`,
);
