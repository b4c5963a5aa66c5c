import type { KeyAlgorithm } from '../../../mail/dkim-key.ts';
import { isPublishable, type DnsRecord } from './dns-records.ts';
import type { KeyRow } from './key-queries.ts';
import type { DomainRow, DomainStatus, TrackingRow } from './queries.ts';

/** A signing key of a sender domain and how far it has come. */
export interface DomainKey {
  readonly selector: string;
  readonly algorithm: KeyAlgorithm;
  readonly publicKey: string;
  /** Waiting for its record, signing, or kept for mails on their way. */
  readonly state: 'waiting' | 'active' | 'retired';
  readonly createdAt: Date;
  /** When its record was found first. */
  readonly publishedAt: Date | undefined;
  /** Since when it signs; of a waiting key whose record was found, when it is to. */
  readonly activeFrom: Date | undefined;
  readonly retiredAt: Date | undefined;
}

/** A sender domain of an account. */
export interface Domain {
  readonly id: number;
  readonly name: string;
  readonly status: DomainStatus;
  readonly records: readonly DnsRecord[];
  readonly keys: readonly DomainKey[];
  readonly verifiedAt: Date | undefined;
  readonly checkedAt: Date | undefined;
  /** When the DKIM record of a verified domain was found missing; undefined while it stands. */
  readonly missingSince: Date | undefined;
  readonly createdAt: Date;
  readonly tracking: TrackingHost | undefined;
}

/** The host of a domain that links in its mails are to lead to. */
export interface TrackingHost {
  readonly host: string;
  /** What links of new mails begin with; undefined while the host does not lead here. */
  readonly baseUrl: string | undefined;
  /** Whether it did at some time. */
  readonly wasFound: boolean;
}

/** The domain of a row and of the rows of its keys. */
export function toDomain(row: DomainRow, keys: readonly DomainKey[]): Domain {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    // Kept from a time when the server had no name, until the next look.
    records: row.records.filter(isPublishable),
    keys,
    verifiedAt: row.verified_at ?? undefined,
    checkedAt: row.checked_at ?? undefined,
    missingSince: row.missing_since ?? undefined,
    createdAt: row.created_at,
    tracking: toTracking(row.tracking),
  };
}

/** The host of a row. */
export function toTracking(row: TrackingRow | null): TrackingHost | undefined {
  return row ? { host: row.host, baseUrl: row.base_url ?? undefined, wasFound: row.was_found } : undefined;
}

/** The key of a row. */
export function toKey(row: KeyRow): DomainKey {
  return {
    selector: row.selector,
    algorithm: row.algorithm,
    publicKey: row.public_key,
    state: row.state,
    createdAt: row.created_at,
    publishedAt: row.published_at ?? undefined,
    activeFrom: row.active_from ?? undefined,
    retiredAt: row.retired_at ?? undefined,
  };
}
