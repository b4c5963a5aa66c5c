import { statement } from '../../../base/db.ts';
import type { ContactAddress } from '../contacts/index.ts';

export interface ErasureRow {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'done';
  readonly erased: number;
  readonly hindrance: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

const COLUMNS = 'id, state, erased, hindrance, created_at, finished_at';

/** Inserts an erasure, or returns the unfinished erasure of the same address. Uses the index contact_erasure_once. */
export const requestErasure = statement<
  [accountId: number, address: string, contactId: number | null, patienceDays: number],
  ErasureRow & { readonly is_new: boolean }
>(
  'privacy_ask_erasure',
  `insert into contact_erasure as e (account_id, id, address, contact_id, patient_until)
   values ($1, uuid_now(), $2, $3, now() + make_interval(days => $4))
   on conflict (account_id, address) where address is not null do update set contact_id = coalesce(e.contact_id, $3)
   returning ${COLUMNS}, e.xmax::text = '0' as is_new`,
);

/** Returns an erasure of the account. Uses the primary key. */
export const erasureById = statement<[accountId: number, id: string], ErasureRow>(
  'privacy_erasure',
  `select ${COLUMNS} from contact_erasure where account_id = $1 and id = $2`,
);

/** Returns a contact by ID, including deleted contacts. Uses the primary key. */
export const contactById = statement<
  [accountId: number, id: number],
  { readonly id: number; readonly email: string; readonly is_deleted: boolean }
>(
  'privacy_contact',
  'select id, email, deleted_at is not null as is_deleted from contact where account_id = $1 and id = $2',
);

/** Returns a contact by address, including deleted contacts. Uses the unique key. */
export const contactByAddress = statement<
  [accountId: number, email: string],
  { readonly id: number; readonly email: string; readonly is_deleted: boolean }
>(
  'privacy_contact_by_address',
  'select id, email, deleted_at is not null as is_deleted from contact where account_id = $1 and email = $2',
);

/** Returns a row if any account has a contact with this ID. Uses the index contact_by_id. */
export const contactAnywhere = statement<[id: number], { readonly id: number }>(
  'privacy_contact_anywhere',
  'select id from contact where id = $1 limit 1',
);

/** Returns the addresses of the contacts that were merged into a contact. Uses the index contact_merged. */
export const mergedAddresses = statement<[accountId: number, contactId: number], { readonly email: ContactAddress }>(
  'privacy_merged_addresses',
  'select email from contact where account_id = $1 and merged_into = $2 order by id',
);
