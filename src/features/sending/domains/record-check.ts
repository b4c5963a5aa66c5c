import type { DnsAnswer, Resolver } from '../../../base/dns.ts';
import type { DnsRecord } from './dns-records.ts';
import type { KeyCheck } from './key-rotation.ts';
import { faultOf, isOnePolicy } from './record-faults.ts';
import { noteOf } from './record-notes.ts';
import { refusedBySpf } from './spf-permission.ts';

/**
 * Maximum number and length of the DNS records that are stored. Limits are necessary, because DNS responses are
 * untrusted.
 */
const MAX_KEPT_TEXTS = 10;
const MAX_KEPT_CHARACTERS = 1_000;

/** Returned by `faultOfFound` if DNS fails, so that the SPF record cannot be evaluated. */
const UNANSWERED = Symbol('unanswered');

/** Returns the known IP addresses from which this installation sends email. */
export type OwnAddresses = () => Promise<readonly string[]>;

/** The result of a DNS lookup for one record. */
export interface RecordCheck {
  readonly record: DnsRecord;
  readonly keyCheck: KeyCheck;
}

/**
 * Looks up a record in DNS. A record with a problem (`faultOf`) counts as missing, unless it is an SPF record that
 * permits this installation's addresses with other terms than the recommended one. If DNS fails, the result is unknown.
 */
export async function checkRecord(
  resolver: Resolver,
  record: DnsRecord,
  ownAddresses: OwnAddresses,
): Promise<RecordCheck> {
  const answer = await foundAt(resolver, record);
  if (answer.kind === 'failed') return unanswered(record, answer.reason);
  const found = answer.kind === 'found' ? answer.records : [];
  const kept = found.slice(0, MAX_KEPT_TEXTS).map(shown);
  if (answer.kind !== 'found' || found.length === 0) {
    const reason = shown(`No ${record.type} record found at ${record.host}.`);
    return { record: { ...record, valid: false, reason, found: kept }, keyCheck: { kind: 'missing' } };
  }
  const fault = await faultOfFound(resolver, record, found, ownAddresses);
  if (fault === UNANSWERED) return unanswered(record, 'a record that the SPF record includes could not be read');
  if (fault !== undefined) {
    return { record: { ...record, valid: false, reason: shown(fault), found: kept }, keyCheck: { kind: 'missing' } };
  }
  // Discard the note from the previous lookup.
  const { note: _before, ...wanted } = record;
  const note = await noteOf(resolver, record, found);
  const about = note === undefined ? {} : { note: shown(note) };
  const valid = { ...wanted, valid: true, reason: null, found: kept, ...about };
  return { record: valid, keyCheck: { kind: 'found', ttlSeconds: answer.zoneTtlSeconds ?? answer.ttlSeconds } };
}

function unanswered(record: DnsRecord, why: string): RecordCheck {
  return { record: { ...record, reason: shown(`The DNS lookup failed: ${why}.`) }, keyCheck: { kind: 'unknown' } };
}

async function faultOfFound(
  resolver: Resolver,
  record: DnsRecord,
  found: readonly string[],
  ownAddresses: OwnAddresses,
): Promise<string | typeof UNANSWERED | undefined> {
  const fault = faultOf(record, found);
  if (fault === undefined || record.name !== 'spf' || !isOnePolicy(found)) return fault;
  const addresses = await ownAddresses();
  if (addresses.length === 0) return fault;
  const refused = await refusedBySpf(resolver, record.host, addresses);
  if (refused === undefined) return UNANSWERED;
  return refused.length === 0 ? undefined : `${fault} The record does not permit ${refused.join(', ')}.`;
}

async function foundAt(resolver: Resolver, { data, host, type }: DnsRecord): Promise<DnsAnswer<string>> {
  if (type === 'TXT') return resolver.txt(host);
  if (type === 'CNAME') return aliasOf(resolver, host, data);
  const answer = await resolver.mx(host);
  if (answer.kind !== 'found') return answer;
  return { ...answer, records: answer.records.map(({ exchange, preference }) => `${preference} ${exchange}`) };
}

/**
 * Returns `target` if `host` is a direct or indirect alias for it. Some providers publish addresses instead of an
 * alias, so a host that has only addresses of the target also counts as an alias. Otherwise, returns the alias or the
 * addresses of the host.
 */
async function aliasOf(resolver: Resolver, host: string, target: string): Promise<DnsAnswer<string>> {
  const alias = await resolver.cname(host);
  if (alias.kind === 'failed') return alias;
  if (alias.kind === 'found' && alias.records.includes(target)) return alias;
  const [here, there] = await Promise.all([addressesOf(resolver, host), addressesOf(resolver, target)]);
  if (!here || !there) return { kind: 'failed', reason: 'the addresses could not be read' };
  const leadsThere = here.length > 0 && here.every((address) => there.includes(address));
  if (leadsThere) return { kind: 'found', records: [target], ttlSeconds: 0 };
  return alias.kind === 'found' || here.length === 0 ? alias : { kind: 'found', records: here, ttlSeconds: 0 };
}

async function addressesOf(resolver: Resolver, name: string): Promise<readonly string[] | undefined> {
  const answers = await Promise.all(([4, 6] as const).map((family) => resolver.addresses(name, family)));
  if (answers.some(({ kind }) => kind === 'failed')) return undefined;
  return answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
}

/**
 * Makes text from DNS safe to store and display. PostgreSQL rejects NUL, and terminals interpret control characters.
 */
function shown(text: string): string {
  return text
    .slice(0, MAX_KEPT_CHARACTERS)
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')
    .toWellFormed();
}
