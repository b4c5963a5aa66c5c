import { recordsToPublish, type DnsRecord } from './dns-records.ts';
import type { DomainRow, DomainStatus } from './queries.ts';

/** A sender domain of an account. */
export interface Domain {
  readonly id: number;
  readonly name: string;
  readonly status: DomainStatus;
  readonly records: readonly DnsRecord[];
  readonly verifiedAt: Date | undefined;
  readonly checkedAt: Date | undefined;
  readonly createdAt: Date;
}

/** The domain of a row. */
export function toDomain(row: DomainRow): Domain {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    records: row.records,
    verifiedAt: row.verified_at ?? undefined,
    checkedAt: row.checked_at ?? undefined,
    createdAt: row.created_at,
  };
}

/** The records that a row's domain is to publish. */
export function recordsOfRow(row: DomainRow, hostname: string): DnsRecord[] {
  return recordsToPublish({ name: row.name, selector: row.selector, publicKey: row.dkim_public_key }, hostname);
}
