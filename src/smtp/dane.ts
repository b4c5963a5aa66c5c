import { createHash, timingSafeEqual, type X509Certificate } from 'node:crypto';
import type { TlsaRecord } from '../base/dns.ts';
import { publicKeyInfoOf } from './public-key-info.ts';

/** Maximum number of certificates of a server's chain that are checked. */
export const MAX_CHAIN_CERTIFICATES = 10;
/** Maximum number of TLSA records that are used for a service. */
export const MAX_TLSA_RECORDS = 32;

const DANE_TA = 2;
const DANE_EE = 3;
const HASHES: Readonly<Record<number, { readonly name: string; readonly hexCharacters: number }>> = {
  1: { name: 'sha256', hexCharacters: 64 },
  2: { name: 'sha512', hexCharacters: 128 },
};
const SERVER_USAGES: readonly string[] = ['1.3.6.1.5.5.7.3.1', '2.5.29.37.0'];

/**
 * Returns up to `MAX_TLSA_RECORDS` records that SMTP can use: with certificate usage 2 or 3, selector 0 or 1, and
 * matching type 0 to 2 with data of the right length. The other usages require certification authorities (CAs) that all
 * mail servers trust, and no such CAs exist (RFC 7672 section 3.1.3).
 */
export function usableTlsa(records: readonly TlsaRecord[]): readonly TlsaRecord[] {
  return records.filter(isUsable).slice(0, MAX_TLSA_RECORDS);
}

function isUsable({ usage, selector, matching, data }: TlsaRecord): boolean {
  if ((usage !== DANE_TA && usage !== DANE_EE) || (selector !== 0 && selector !== 1)) return false;
  return matching === 0 ? data.length > 0 : HASHES[matching]?.hexCharacters === data.length;
}

/** The certificates that a server presented: its own first, then the others in any order. */
export type PresentedChain = readonly [X509Certificate, ...X509Certificate[]];

/**
 * Returns the reason why a chain is not valid, as the end of an error message. Returns undefined if a record matches
 * the chain (RFC 7672 section 3.1).
 *
 * Usage 3 matches the server's own certificate, without checking its name or dates. Usage 2 matches a CA certificate in
 * the chain that issued the server's certificate, directly or indirectly. The server's certificate must then be valid
 * now, allow server authentication, and contain one of the names. Path length and name constraints of CAs are not
 * checked.
 */
export function daneFault(
  chain: PresentedChain,
  records: readonly TlsaRecord[],
  { names, nowMs }: { readonly names: readonly string[]; readonly nowMs: number },
): string | undefined {
  const usable = usableTlsa(records);
  const [leaf] = chain;
  if (usable.some((record) => record.usage === DANE_EE && matches(leaf, record))) return undefined;
  const anchors = usable.filter(({ usage }) => usage === DANE_TA);
  if (!leadsToAnchor(chain.slice(0, MAX_CHAIN_CERTIFICATES), anchors, nowMs)) return 'no TLSA record matches it';
  if (leaf.keyUsage && !leaf.keyUsage.some((usage) => SERVER_USAGES.includes(usage)))
    return 'it is not valid for server authentication';
  return bearsName(leaf, names) ? undefined : `it was not issued for ${names.join(' or ')}`;
}

/**
 * Returns whether a certificate contains one of the names (RFC 7672 section 3.2.3). Uses the subject only if the
 * subject alternative names contain no DNS names.
 */
function bearsName(leaf: X509Certificate, names: readonly string[]): boolean {
  return names.some((name) => leaf.checkHost(name, { subject: 'default', partialWildcards: false }) !== undefined);
}

function leadsToAnchor(chain: readonly X509Certificate[], anchors: readonly TlsaRecord[], nowMs: number): boolean {
  const [leaf, ...others] = chain;
  if (!leaf || anchors.length === 0 || !isInTime(leaf, nowMs)) return false;
  const authorities = new Set(others.filter((certificate) => certificate.ca && isInTime(certificate, nowMs)));
  // Visit each CA certificate once, so that the loop ends even if certificates form a cycle. The work is at most
  // quadratic in the length of the chain.
  const reached = [leaf];
  for (const certificate of reached) {
    for (const authority of authorities) {
      if (!isSignedBy(certificate, authority)) continue;
      if (anchors.some((record) => matches(authority, record))) return true;
      authorities.delete(authority);
      reached.push(authority);
    }
  }
  return false;
}

function isSignedBy(certificate: X509Certificate, authority: X509Certificate): boolean {
  try {
    return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
  } catch {
    // The key type is not supported, so the signature cannot be verified.
    return false;
  }
}

function isInTime(certificate: X509Certificate, nowMs: number): boolean {
  return certificate.validFromDate.getTime() <= nowMs && nowMs <= certificate.validToDate.getTime();
}

function matches(certificate: X509Certificate, { selector, matching, data }: TlsaRecord): boolean {
  const selected = selector === 0 ? certificate.raw : publicKeyInfoOf(certificate.raw);
  if (!selected) return false;
  const hash = HASHES[matching];
  const found = hash ? createHash(hash.name).update(selected).digest() : selected;
  const wanted = Buffer.from(data, 'hex');
  return found.length === wanted.length && timingSafeEqual(found, wanted);
}
