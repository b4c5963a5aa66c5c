import type { DnsRecord } from './dns-records.ts';
import { tagsOf } from './record-tags.ts';

/** The recommended record. The records in DNS are compared with it. */
type Wanted = Pick<DnsRecord, 'name' | 'host' | 'data'>;

/**
 * Returns the problem with the records in DNS and its fix. Returns undefined if receivers can use the records as
 * intended. `found` has at least one string: the joined strings of a TXT record, 'preference exchange' of an MX record,
 * or a name or an address for a tracking host.
 */
export function faultOf(wanted: Wanted, found: readonly string[]): string | undefined {
  switch (wanted.name) {
    case 'dkim1':
    case 'dkim2':
    case 'dkim1_ed25519':
    case 'dkim2_ed25519':
      return faultOfDkim(wanted, found);
    case 'tls_rpt':
      return faultOfTlsReports(wanted, found);
    case 'return_path':
      return faultOfReturnPath(wanted, found);
    case 'spf':
      return faultOfSpf(wanted, found);
    case 'dmarc':
      return faultOfDmarc(wanted, found);
    case 'tracking':
      return faultOfTracking(wanted, found);
  }
}

/**
 * Checks a DKIM record (RFC 6376 sections 3.6.1 and 3.6.2.2). There must be one record, with `v` first if present, and
 * its key must be usable for email.
 */
function faultOfDkim({ host, data }: Wanted, found: readonly string[]): string | undefined {
  const [text = '', ...others] = found;
  if (others.length > 0) {
    return `${host} has ${found.length} TXT records, and receivers may use any of them. Keep only the record of this installation.`;
  }
  if (text.includes('"')) return quoted(host);
  const tags = tagsOf(text);
  const wanted = tagsOf(data);
  return (
    faultOfKey(host, tags.get('p')?.replaceAll(/\s/g, ''), wanted.get('p') ?? '') ??
    faultOfTags(host, tags, wanted.get('k'))
  );
}

function faultOfKey(host: string, key: string | undefined, wanted: string): string | undefined {
  if (key === wanted) return undefined;
  if (key === undefined) return `The record at ${host} contains no key (p=).`;
  if (key === '') return `The record at ${host} contains an empty key, which means that the key is revoked.`;
  if (!wanted.startsWith(key)) return `The record at ${host} contains a different key.`;
  return `The key at ${host} is cut off after ${key.length} of ${wanted.length} characters. Split the value into several strings.`;
}

function faultOfTags(host: string, tags: ReadonlyMap<string, string>, wantedKind = 'rsa'): string | undefined {
  const version = tags.get('v');
  if (version !== undefined && (version !== 'DKIM1' || tags.keys().next().value !== 'v')) {
    return `The record at ${host} does not start with v=DKIM1.`;
  }
  const isForMail = listAllows(tags.get('s'), ['*', 'email']) && listAllows(tags.get('h'), ['sha256']);
  // Without `k`, the key is an RSA key.
  return isForMail && (tags.get('k') ?? 'rsa') === wantedKind
    ? undefined
    : `The record at ${host} has tags (k=, h=, or s=) that prevent receivers from using the key. Publish the record exactly as shown.`;
}

/**
 * Checks that bounces are sent to this server: it must be the exchange with the lowest preference (RFC 5321 section
 * 5.1).
 */
function faultOfReturnPath({ host, data }: Wanted, found: readonly string[]): string | undefined {
  const server = exchangeOf(data);
  const own = found.filter((text) => exchangeOf(text) === server).map(preferenceOf);
  if (own.length === 0) return `The MX record at ${host} points to another server.`;
  return Math.min(...own) <= Math.min(...found.map(preferenceOf))
    ? undefined
    : `Another MX record at ${host} takes precedence over ${server} because its preference value is lower.`;
}

/**
 * Returns whether there is exactly one SPF record. Only then can the record permit our IP addresses with terms other
 * than the recommended one.
 */
export function isOnePolicy(found: readonly string[]): boolean {
  return found.filter(isSpf).length === 1;
}

function isSpf(text: string): boolean {
  return /^v=spf1( |$)/i.test(text);
}

/**
 * Checks an SPF record (RFC 7208 section 4.5). There must be one record, which may contain other terms besides ours.
 */
function faultOfSpf({ host, data }: Wanted, found: readonly string[]): string | undefined {
  const policies = found.filter(isSpf);
  const [policy, ...others] = policies;
  if (policy === undefined) return found.some(isQuoted) ? quoted(host) : `No SPF record found at ${host}.`;
  if (others.length > 0) return `${host} has ${policies.length} SPF records, but receivers accept only one.`;
  const term = termsOf(data)[1] ?? '';
  const terms = termsOf(policy);
  const end = terms.findIndex((word) => /^[+?~-]?all$/.test(word));
  // Terms after `all` are never evaluated (RFC 7208 section 5.1).
  const read = end === -1 ? terms : terms.slice(0, end);
  return read.includes(term) || read.includes(`+${term}`)
    ? undefined
    : `The SPF record at ${host} does not include this server. Add ${term} to the record.`;
}

/**
 * Checks a DMARC record (RFC 7489 sections 6.3 and 6.6.3). There must be one record, and it must start with its
 * version.
 */
function faultOfDmarc({ host }: Wanted, found: readonly string[]): string | undefined {
  const policies = found.filter((text) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text));
  const [policy, ...others] = policies;
  if (policy === undefined) {
    return found.some(isQuoted) ? quoted(host) : `The record at ${host} does not start with v=DMARC1;`;
  }
  if (others.length > 0) return `${host} has ${policies.length} DMARC records. Receivers ignore all of these records.`;
  const action = tagsOf(policy).get('p');
  return action === undefined || /^(none|quarantine|reject)$/i.test(action)
    ? undefined
    : `The DMARC record at ${host} has p=${action.slice(0, 20)}. The policy must be none, quarantine, or reject.`;
}

/**
 * Checks a TLS reporting (TLSRPT) record (RFC 8460 section 3). There must be one record, which must start with its
 * version and contain the report address.
 */
function faultOfTlsReports({ host, data }: Wanted, found: readonly string[]): string | undefined {
  const policies = found.filter((text) => /^v\s*=\s*TLSRPTv1\s*;/.test(text));
  const [policy, ...others] = policies;
  if (policy === undefined || others.length > 0) return `${host} must have exactly one TLS reporting (TLSRPT) record.`;
  const addresses = tagsOf(policy).get('rua')?.split(',') ?? [];
  return addresses.some((address) => address.trim() === tagsOf(data).get('rua'))
    ? undefined
    : `The TLS reporting (TLSRPT) record at ${host} does not contain the report address of this installation.`;
}

/**
 * Checks the alias of a tracking host. `found` also contains the target if the host has no alias but only addresses of
 * the target.
 */
function faultOfTracking({ host, data }: Wanted, found: readonly string[]): string | undefined {
  return found.some((name) => nameOf(name) === data)
    ? undefined
    : `${host} points to ${found.join(', ')} instead of ${data}.`;
}

/**
 * Returns the error message for a record that contains quotation marks. Some DNS editors publish them as part of the
 * value.
 */
function quoted(host: string): string {
  return `The record at ${host} contains quotation marks. Enter the value without quotation marks.`;
}

function isQuoted(text: string): boolean {
  return text.startsWith('"');
}

/** Returns whether a colon-separated list is missing or contains one of the `accepted` values. */
function listAllows(list: string | undefined, accepted: readonly string[]): boolean {
  return list === undefined || list.split(':').some((word) => accepted.includes(word.trim()));
}

function termsOf(policy: string): string[] {
  return policy.toLowerCase().split(' ').filter(Boolean);
}

function preferenceOf(mx: string): number {
  return Number(mx.split(' ')[0]);
}

function exchangeOf(mx: string): string {
  return nameOf(mx.split(' ')[1] ?? '');
}

function nameOf(text: string): string {
  return text.toLowerCase().replace(/\.$/, '');
}
