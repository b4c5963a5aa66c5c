import type { Db } from '../../../base/db.ts';
import type { PresentedContact } from './contact-schema.ts';
import { presentedContacts, type PresentRow } from './present-queries.ts';

/** Returns contacts in API format, in the order of the given IDs. Deleted contacts are left out. */
export async function presentContacts(db: Db, accountId: number, ids: readonly number[]): Promise<PresentedContact[]> {
  if (ids.length === 0) return [];
  return (await presentedContacts(db, accountId, ids)).map(presentContact);
}

function presentContact(row: PresentRow): PresentedContact {
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    ip_address: row.ip_address,
    unsubscribed_at: timeOf(row.unsubscribed_at),
    bounced_at: timeOf(row.bounced_at),
    invalid_at: timeOf(row.invalid_at),
    confirmed_at: timeOf(row.confirmed_at),
    form_id: row.form_id,
    is_tracked: row.is_tracked,
    language: row.language,
    timezone: row.timezone,
    lists: row.lists,
    contact_fields: row.contact_fields,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
