import { statement } from '../../../base/db.ts';

export interface ConsentRow {
  readonly id: number;
  readonly text: string;
  readonly given_at: Date;
  readonly source: string;
  readonly ip_address: string | null;
  readonly recorded_by: string | null;
  readonly created_at: Date;
}

/**
 * Inserts consents of contacts. Replaces future timestamps, which clock skew can cause, with the current time. IP
 * addresses are stored only for accounts that have enabled this.
 */
export const insertConsents = statement<
  [
    accountId: number,
    contactIds: readonly number[],
    texts: readonly string[],
    times: readonly (Date | null)[],
    sources: readonly string[],
    ipAddresses: readonly (string | null)[],
    recordedBy: readonly (string | null)[],
  ],
  unknown
>(
  'contacts_insert_consents',
  `insert into contact_consent (account_id, contact_id, text, given_at, source, ip_address, recorded_by)
   select $1, g.contact_id, g.text, least(coalesce(g.given_at, clock.at), clock.at), g.source,
     case when a.keeps_consent_ip then g.ip_address end, g.recorded_by
   from account a cross join (select now()) as clock (at) cross join unnest($2::bigint[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[])
     with ordinality as g (contact_id, text, given_at, source, ip_address, recorded_by, place)
   where a.account_id = $1
   order by g.place`,
);

/** Returns the consents of a contact, newest first. Uses the primary key. */
export const consentsOf = statement<[accountId: number, contactId: number, limit: number, offset: number], ConsentRow>(
  'contacts_consents',
  `select id, text, given_at, source, ip_address, recorded_by, created_at from contact_consent
   where account_id = $1 and contact_id = $2 order by id desc limit $3 offset $4`,
);

/** Counts the consents of a contact. Uses the primary key. */
export const countConsents = statement<[accountId: number, contactId: number], { readonly consents: number }>(
  'contacts_count_consents',
  'select count(*)::integer as consents from contact_consent where account_id = $1 and contact_id = $2',
);
