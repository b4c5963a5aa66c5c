import type { Db } from '../../../base/db.ts';
import { matchingIds, type ResolvedFilter } from '../contact-filters/index.ts';
import { presentContacts, type PresentedContact } from '../contacts/index.ts';
import { besidesOf, type BesidesRow } from './queries.ts';

export interface ExportedContact extends PresentedContact {
  /** Status of the contact: the reason why the contact receives no email, or `active`. */
  readonly status: 'active' | 'unconfirmed' | 'unsubscribed' | 'bounced' | 'invalid';
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly last_sent_at: string | null;
  readonly last_opened_at: string | null;
  readonly last_clicked_at: string | null;
}

/** Account and filter of an export. */
export interface Selection {
  readonly accountId: number;
  readonly filter: ResolvedFilter;
  readonly now: Date;
}

/**
 * Number of contacts per query. Each page is a separate query, so that no transaction stays open while a slow client
 * catches up.
 */
const PAGE = 1_000;

/**
 * Yields the contacts that match a filter in pages, ordered by ID. A contact that exists and matches throughout the
 * export appears exactly once, even if other contacts change during the export.
 */
export async function* piecesOf(db: Db, { accountId, filter, now }: Selection): AsyncGenerator<ExportedContact[]> {
  let afterId = 0;
  for (;;) {
    const ids = await matchingIds(db, accountId, filter, now, { afterId, limit: PAGE });
    const last = ids.at(-1);
    if (last === undefined) return;
    afterId = last;
    const [shown, besides] = await Promise.all([presentContacts(db, accountId, ids), besidesOf(db, accountId, ids)]);
    const byId = new Map(besides.map((row) => [row.id, row]));
    yield shown.map((contact) => withBesides(contact, byId.get(contact.id)));
    if (ids.length < PAGE) return;
  }
}

function withBesides(contact: PresentedContact, row: BesidesRow | undefined): ExportedContact {
  return {
    ...contact,
    status: statusOf(contact),
    tags: row?.tags ?? [],
    last_sent_at: row?.last_sent_at?.toISOString() ?? null,
    last_opened_at: row?.last_opened_at?.toISOString() ?? null,
    last_clicked_at: row?.last_clicked_at?.toISOString() ?? null,
  };
}

function statusOf(contact: PresentedContact): ExportedContact['status'] {
  if (contact.invalid_at !== null) return 'invalid';
  if (contact.bounced_at !== null) return 'bounced';
  if (contact.unsubscribed_at !== null) return 'unsubscribed';
  return contact.confirmed_at === null ? 'unconfirmed' : 'active';
}
