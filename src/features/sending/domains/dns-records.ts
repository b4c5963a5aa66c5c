import { dkimRecord, type KeyAlgorithm } from '../../../mail/dkim-key.ts';
import { noteOfWantedDmarc } from './record-notes.ts';
import { isNameForOthers, publicHostOf } from './server-names.ts';

/** Longest string of a TXT record, in octets (RFC 1035 section 3.3). */
const MAX_STRING_OCTETS = 255;
const RETURN_PATH_LABEL = 'bounce';

/** Names of key records by selector, so that a record keeps its name when keys are rotated. */
const KEY_RECORDS = ['dkim1', 'dkim2', 'dkim1_ed25519', 'dkim2_ed25519'] as const;

type KeyRecordName = (typeof KEY_RECORDS)[number];

/** A record to publish, and the result of the latest DNS lookup. */
export interface DnsRecord {
  readonly name: KeyRecordName | 'return_path' | 'spf' | 'dmarc' | 'tls_rpt' | 'tracking';
  /** Whether the domain cannot send without this record. */
  readonly required: boolean;
  /** Set if nothing is lost without the record. Absent if the record is at least recommended. */
  readonly optional?: true;
  readonly type: 'TXT' | 'MX' | 'CNAME';
  readonly host: string;
  readonly data: string;
  /** The strings of a TXT record that is too long for a single string. */
  readonly dataParts?: readonly string[];
  readonly valid: boolean;
  /** Why the record is not valid. Null if the record is valid or was not checked yet. */
  readonly reason: string | null;
  /** Additional information for the owner. Absent for most records. */
  readonly note?: string;
  readonly found: readonly string[];
}

/** The selectors for each kind of key, used alternately. */
export const SELECTORS: Readonly<Record<KeyAlgorithm, readonly [string, string]>> = {
  rsa: ['pr1', 'pr2'],
  ed25519: ['pr1e', 'pr2e'],
};

/** The properties of a key that appear in its record. */
export interface PublishedKey {
  readonly selector: string;
  readonly algorithm: KeyAlgorithm;
  readonly publicKey: string;
  readonly state: 'waiting' | 'active' | 'retired';
}

/** The properties of this installation that appear in the records. */
export interface PublishingServer {
  /** Host name of this server, which receives bounces. */
  readonly hostname: string;
  /**
   * Domain whose `dmarc-reports@` and `tls-reports@` addresses this installation reads. Undefined if the installation
   * receives no email.
   */
  readonly reportsDomain?: string | undefined;
  /** Public base URL, to whose host tracking hosts point. Undefined if not set. */
  readonly publicUrl?: string | undefined;
}

/** The domain for which the records are. */
export interface PublishedDomain {
  readonly name: string;
  readonly keys: readonly PublishedKey[];
  /** The domain's host for links in emails. Undefined if there is none. */
  readonly tracking: { readonly host: string; readonly wasFound: boolean } | undefined;
}

/**
 * Returns whether a record can be published: its data must not contain a name that, on other machines, refers to those
 * machines themselves. Pure.
 */
export function isPublishable({ data }: Pick<DnsRecord, 'data'>): boolean {
  return isNameForOthers(data);
}

/**
 * Returns the records of a domain with these keys, all unchecked. RSA comes first, because every receiver supports it.
 * Records that contain the name of this server are omitted until the server has a name.
 */
export function recordsToPublish(
  { name, keys, tracking }: PublishedDomain,
  { hostname, publicUrl, reportsDomain }: PublishingServer,
): DnsRecord[] {
  const bounce = `${RETURN_PATH_LABEL}.${name}`;
  const ordered = keys.toSorted((a, b) => placeOf(a) - placeOf(b));
  const required = requiredKey(ordered);
  const reports = reportsDomain === undefined ? '' : ` rua=mailto:dmarc-reports@${reportsDomain};`;
  return [
    ...ordered.map((key) => keyRecord(name, key, key === required)),
    unseen('return_path', 'MX', bounce, `10 ${hostname}`),
    unseen('spf', 'TXT', bounce, `v=spf1 a:${hostname} ~all`),
    dmarcRecord(name, `v=DMARC1; p=none;${reports}`),
    ...(reportsDomain === undefined ? [] : [tlsReports(name, reportsDomain)]),
    ...trackingRecords(tracking, publicHostOf(publicUrl)),
  ].filter(isPublishable);
}

/** Returns the name under which a selector's record is listed. */
export function recordNameOf(selector: string, algorithm: KeyAlgorithm): KeyRecordName {
  const isSecond = selector === SELECTORS[algorithm][1];
  if (algorithm === 'ed25519') return isSecond ? 'dkim2_ed25519' : 'dkim1_ed25519';
  return isSecond ? 'dkim2' : 'dkim1';
}

/** Returns the RSA key that signs, or that will sign first. */
function requiredKey(keys: readonly PublishedKey[]): PublishedKey | undefined {
  const rsa = keys.filter(({ algorithm }) => algorithm === 'rsa');
  return rsa.find(({ state }) => state === 'active') ?? rsa.find(({ state }) => state === 'waiting');
}

function placeOf({ selector, algorithm }: PublishedKey): number {
  return KEY_RECORDS.indexOf(recordNameOf(selector, algorithm));
}

function keyRecord(domain: string, key: PublishedKey, required: boolean): DnsRecord {
  const data = dkimRecord(key.publicKey, key.algorithm);
  return {
    ...unseen(recordNameOf(key.selector, key.algorithm), 'TXT', `${key.selector}._domainkey.${domain}`, data),
    required,
    ...(key.algorithm === 'ed25519' && { optional: true }),
    dataParts: data.match(new RegExp(`.{1,${MAX_STRING_OCTETS}}`, 'g')) ?? [],
  };
}

function dmarcRecord(domain: string, data: string): DnsRecord {
  const note = noteOfWantedDmarc(domain, data);
  return { ...unseen('dmarc', 'TXT', `_dmarc.${domain}`, data), ...(note !== undefined && { note }) };
}

/** Returns the record that requests TLS reports from other servers (RFC 8460 section 3). The record is optional. */
function tlsReports(domain: string, reportsDomain: string): DnsRecord {
  const data = `v=TLSRPTv1; rua=mailto:tls-reports@${reportsDomain}`;
  return { ...unseen('tls_rpt', 'TXT', `_smtp._tls.${domain}`, data), optional: true };
}

/** Returns the tracking record, which is optional until links have used the host. */
function trackingRecords(tracking: PublishedDomain['tracking'], publicHost: string | undefined): DnsRecord[] {
  if (!tracking || publicHost === undefined) return [];
  const record = unseen('tracking', 'CNAME', tracking.host, publicHost);
  return [tracking.wasFound ? record : { ...record, optional: true }];
}

function unseen(name: DnsRecord['name'], type: DnsRecord['type'], host: string, data: string): DnsRecord {
  return { name, required: false, type, host, data, valid: false, reason: null, found: [] };
}
