import { statement } from '../../../base/db.ts';
import { DOMAIN_COLUMNS, removing, type DomainRow, type RemovedRow } from './queries.ts';

/** Selects a page of an account's domains, newest first. Scans the primary key backwards. */
export const domainsPage = statement<[accountId: number, limit: number, offset: number], DomainRow>(
  'domains_page',
  `select ${DOMAIN_COLUMNS} from domain where account_id = $1 and deleted_at is null
   order by id desc limit $2 offset $3`,
);

/** Checks whether any account has a domain with this ID that was not removed. Uses the index domain_by_id. */
export const domainAnywhere = statement<[id: number], { readonly id: number }>(
  'domains_anywhere',
  'select id from domain where id = $1 and deleted_at is null limit 1',
);

/** Marks a domain as deleted. Uses the primary key. */
export const markDeletedById = statement<[accountId: number, id: number], RemovedRow>(
  'domains_mark_deleted_by_id',
  removing('account_id = $1 and id = $2'),
);
