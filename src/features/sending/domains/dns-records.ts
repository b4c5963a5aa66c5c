import { dkimRecord, type KeyAlgorithm } from '../../../mail/dkim-key.ts';
import { noteOfWantedDmarc } from './record-notes.ts';
import { isNameForOthers, publicHostOf } from './server-names.ts';

/** A TXT record is made of strings of at most 255 octets (RFC 1035 section 3.3). */
const MAX_STRING_OCTETS = 255;
const RETURN_PATH_LABEL = 'bounce';

/** Names of the records of keys: by selector, so that a record keeps its name while keys take turns. */
const KEY_RECORDS = ['dkim1', 'dkim2', 'dkim1_ed25519', 'dkim2_ed25519'] as const;

type KeyRecordName = (typeof KEY_RECORDS)[number];

/** A record to publish, and what the last look at DNS found. */
export interface DnsRecord {
  readonly name: KeyRecordName | 'return_path' | 'spf' | 'dmarc' | 'tls_rpt' | 'tracking';
  /** Whether mail may be sent without it. */
  readonly required: boolean;
  /** True when nothing is lost without it; absent when it is recommended at least. */
  readonly optional?: true;
  readonly type: 'TXT' | 'MX' | 'CNAME';
  readonly host: string;
  readonly data: string;
  /** The strings of a TXT record that is too long for one. */
  readonly dataParts?: readonly string[];
  readonly valid: boolean;
  /** Why it is not valid, in words; null when it is, or was not looked at yet. */
  readonly reason: string | null;
  /** What its owner should know besides; absent for most. */
  readonly note?: string;
  readonly found: readonly string[];
}

/** The selectors of each kind of key, used by turns. */
export const SELECTORS: Readonly<Record<KeyAlgorithm, readonly [string, string]>> = {
  rsa: ['pr1', 'pr2'],
  ed25519: ['pr1e', 'pr2e'],
};

/** What a key's record is made of. */
export interface PublishedKey {
  readonly selector: string;
  readonly algorithm: KeyAlgorithm;
  readonly publicKey: string;
  readonly state: 'waiting' | 'active' | 'retired';
}

/** What the records say about this installation. */
export interface PublishingServer {
  /** Name of this server, which takes bounces back. */
  readonly hostname: string;
  /** Domain whose `dmarc-reports@` and `tls-reports@` this installation reads; undefined when it receives no mail. */
  readonly reportsDomain?: string | undefined;
  /** Public base address, whose name own hosts lead to; undefined when none is set. */
  readonly publicUrl?: string | undefined;
}

/** What the records are of. */
export interface PublishedDomain {
  readonly name: string;
  readonly keys: readonly PublishedKey[];
  /** The domain's own host for links in its mails; undefined without one. */
  readonly tracking: { readonly host: string; readonly wasFound: boolean } | undefined;
}

/** Whether a record is of use to others: one that leads them to their own machine must not be published. Pure. */
export function isPublishable({ data }: Pick<DnsRecord, 'data'>): boolean {
  return isNameForOthers(data);
}

/**
 * The records of a domain with these keys, none looked at yet. RSA comes first, since every receiver knows it. Those that
 * name this server are left out until it has a name.
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

/** The name under which the record of a selector is listed. */
export function recordNameOf(selector: string, algorithm: KeyAlgorithm): KeyRecordName {
  const isSecond = selector === SELECTORS[algorithm][1];
  if (algorithm === 'ed25519') return isSecond ? 'dkim2_ed25519' : 'dkim1_ed25519';
  return isSecond ? 'dkim2' : 'dkim1';
}

/** The RSA key that signs, or that is to sign first. */
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

/** RFC 8460 section 3: where others report how TLS to the domain went; for who wants to know. */
function tlsReports(domain: string, reportsDomain: string): DnsRecord {
  const data = `v=TLSRPTv1; rua=mailto:tls-reports@${reportsDomain}`;
  return { ...unseen('tls_rpt', 'TXT', `_smtp._tls.${domain}`, data), optional: true };
}

/** Links work without it. Once they led there it is missed. */
function trackingRecords(tracking: PublishedDomain['tracking'], publicHost: string | undefined): DnsRecord[] {
  if (!tracking || publicHost === undefined) return [];
  const record = unseen('tracking', 'CNAME', tracking.host, publicHost);
  return [tracking.wasFound ? record : { ...record, optional: true }];
}

function unseen(name: DnsRecord['name'], type: DnsRecord['type'], host: string, data: string): DnsRecord {
  return { name, required: false, type, host, data, valid: false, reason: null, found: [] };
}
