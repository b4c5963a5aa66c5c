import { dkimRecord, type KeyAlgorithm } from '../../../mail/dkim-key.ts';
import { noteOfWantedDmarc } from './record-notes.ts';
import { isNameForOthers, publicHostOf } from './server-names.ts';

/** Maximum length of one string in a TXT record, in octets (RFC 1035 section 3.3). */
const MAX_STRING_OCTETS = 255;
const RETURN_PATH_LABEL = 'bounce';

/**
 * Names of the records with DKIM keys: the first and the second selector, for RSA and for Ed25519. A record keeps its
 * name when keys are rotated.
 */
const KEY_RECORDS = ['dkim1', 'dkim2', 'dkim1_ed25519', 'dkim2_ed25519'] as const;

type KeyRecordName = (typeof KEY_RECORDS)[number];

/** A record to publish, and the result of the latest DNS lookup. */
export interface DnsRecord {
  readonly name: KeyRecordName | 'return_path' | 'spf' | 'dmarc' | 'tls_rpt' | 'tracking';
  /** Whether the domain is verified only if this record is found. */
  readonly required: boolean;
  /** True if the record is neither required nor recommended. Otherwise absent. */
  readonly optional?: true;
  readonly type: 'TXT' | 'MX' | 'CNAME';
  readonly host: string;
  readonly data: string;
  /** The strings of a DKIM record, each at most 255 octets. Absent for other records. */
  readonly dataParts?: readonly string[];
  readonly valid: boolean;
  /** The problem that makes the record invalid. Null if the record is valid or has not been checked. */
  readonly reason: string | null;
  /** Additional information for the owner. Most records have none. */
  readonly note?: string;
  readonly found: readonly string[];
}

/** The two selectors for each kind of key. Rotations alternate between them. */
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

/** The properties of this installation that appear in DNS records. */
export interface PublishingServer {
  /** Host name of this server, which receives bounces. */
  readonly hostname: string;
  /**
   * Domain of the addresses at which this installation receives reports: `dmarc-reports@` and `tls-reports@`. Undefined
   * if the installation receives no email.
   */
  readonly reportsDomain?: string | undefined;
  /** Public base URL. Tracking hosts point to its host. Undefined if not set. */
  readonly publicUrl?: string | undefined;
}

/** The domain whose records are published. */
export interface PublishedDomain {
  readonly name: string;
  readonly keys: readonly PublishedKey[];
  /** The domain's host for links in emails, if it has one. */
  readonly tracking: { readonly host: string; readonly wasFound: boolean } | undefined;
}

/**
 * Returns whether a record can be published. Its data must not contain a name such as `localhost`, which refers to a
 * different machine on each host. Pure.
 */
export function isPublishable({ data }: Pick<DnsRecord, 'data'>): boolean {
  return isNameForOthers(data);
}

/**
 * Returns the records of a domain with these keys. None of the records has been checked yet. RSA keys come first,
 * because every receiver supports RSA. Omits records that contain this server's name until the server has one.
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

export function recordNameOf(selector: string, algorithm: KeyAlgorithm): KeyRecordName {
  const isSecond = selector === SELECTORS[algorithm][1];
  if (algorithm === 'ed25519') return isSecond ? 'dkim2_ed25519' : 'dkim1_ed25519';
  return isSecond ? 'dkim2' : 'dkim1';
}

/** Returns the active RSA key or, if no RSA key is active, the waiting one. */
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

/** Returns the optional record that requests TLS reports from other servers (RFC 8460 section 3). */
function tlsReports(domain: string, reportsDomain: string): DnsRecord {
  const data = `v=TLSRPTv1; rua=mailto:tls-reports@${reportsDomain}`;
  return { ...unseen('tls_rpt', 'TXT', `_smtp._tls.${domain}`, data), optional: true };
}

/**
 * Returns the record of the tracking host, if there is one and this installation has a public host. The record is
 * optional until the host has been found.
 */
function trackingRecords(tracking: PublishedDomain['tracking'], publicHost: string | undefined): DnsRecord[] {
  if (!tracking || publicHost === undefined) return [];
  const record = unseen('tracking', 'CNAME', tracking.host, publicHost);
  return [tracking.wasFound ? record : { ...record, optional: true }];
}

function unseen(name: DnsRecord['name'], type: DnsRecord['type'], host: string, data: string): DnsRecord {
  return { name, required: false, type, host, data, valid: false, reason: null, found: [] };
}
