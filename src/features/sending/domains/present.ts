import type { KeyAlgorithm } from '../../../mail/dkim-key.ts';
import { isPublishable, type DnsRecord } from './dns-records.ts';
import type { KeyRow } from './key-queries.ts';
import type { DomainRow, DomainStatus, TrackingRow } from './queries.ts';

/** A signing key of a sender domain, and its state. */
export interface DomainKey {
  readonly selector: string;
  readonly algorithm: KeyAlgorithm;
  readonly publicKey: string;
  /** `waiting` (not signing yet), `active` (signing), or `retired` (kept for messages in transit). */
  readonly state: 'waiting' | 'active' | 'retired';
  readonly createdAt: Date;
  /** Time since which checks have found the key's record. */
  readonly publishedAt: Date | undefined;
  /** Time at which the key started to sign, or will start to sign if its record was found. */
  readonly activeFrom: Date | undefined;
  readonly retiredAt: Date | undefined;
}

export interface Domain {
  readonly id: number;
  readonly name: string;
  readonly status: DomainStatus;
  readonly records: readonly DnsRecord[];
  readonly keys: readonly DomainKey[];
  readonly verifiedAt: Date | undefined;
  readonly checkedAt: Date | undefined;
  /** Time at which the DKIM record of a verified domain was found to be missing. */
  readonly missingSince: Date | undefined;
  readonly createdAt: Date;
  readonly tracking: TrackingHost | undefined;
}

/** A domain's host for links in emails. */
export interface TrackingHost {
  readonly host: string;
  /** Base URL for links in new emails. Undefined while the host does not point to this installation. */
  readonly baseUrl: string | undefined;
  /** Whether the host has ever pointed to this installation. */
  readonly wasFound: boolean;
}

/** Converts a domain row and the domain's keys to a `Domain`. Omits DNS records that cannot be published. */
export function toDomain(row: DomainRow, keys: readonly DomainKey[]): Domain {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    // Exclude records that were stored before the server had a public host name. They remain stored until the next
    // check.
    records: row.records.filter(isPublishable),
    keys,
    verifiedAt: row.verified_at ?? undefined,
    checkedAt: row.checked_at ?? undefined,
    missingSince: row.missing_since ?? undefined,
    createdAt: row.created_at,
    tracking: toTracking(row.tracking),
  };
}

export function toTracking(row: TrackingRow | null): TrackingHost | undefined {
  return row ? { host: row.host, baseUrl: row.base_url ?? undefined, wasFound: row.was_found } : undefined;
}

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
