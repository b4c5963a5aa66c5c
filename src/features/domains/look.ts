import type { DnsAnswer, Resolver } from '../../base/dns.ts';
import type { DnsRecord } from './dns-records.ts';
import type { KeySight } from './key-rotation.ts';
import { faultOf } from './record-faults.ts';

/** Anybody may publish anything: what is kept of it is bounded. */
const MAX_KEPT_TEXTS = 10;
const MAX_KEPT_CHARACTERS = 1_000;

/** What a look at DNS came to for one record. */
export interface Look {
  readonly record: DnsRecord;
  readonly sight: KeySight;
}

/** Looks for a record in DNS. A record that is there but differs counts as missing; a failure of DNS says nothing. */
export async function look(resolver: Resolver, record: DnsRecord): Promise<Look> {
  const answer = await foundAt(resolver, record);
  if (answer.kind === 'failed') {
    const reason = shown(`DNS did not answer: ${answer.reason}.`);
    return { record: { ...record, reason }, sight: { kind: 'unknown' } };
  }
  const found = answer.kind === 'found' ? answer.records : [];
  const fault = found.length === 0 ? `There is no ${record.type} record at ${record.host}.` : faultOf(record, found);
  const kept = found.slice(0, MAX_KEPT_TEXTS).map(shown);
  if (fault !== undefined || answer.kind !== 'found') {
    const reason = fault === undefined ? null : shown(fault);
    return { record: { ...record, valid: false, reason, found: kept }, sight: { kind: 'missing' } };
  }
  const valid = { ...record, valid: true, reason: null, found: kept };
  return { record: valid, sight: { kind: 'found', ttlSeconds: answer.zoneTtlSeconds ?? answer.ttlSeconds } };
}

async function foundAt(resolver: Resolver, { host, type }: DnsRecord): Promise<DnsAnswer<string>> {
  if (type === 'TXT') return resolver.txt(host);
  const answer = await resolver.mx(host);
  if (answer.kind !== 'found') return answer;
  return { ...answer, records: answer.records.map(({ exchange, preference }) => `${preference} ${exchange}`) };
}

/** A text of DNS as it may be stored and shown: PostgreSQL takes no NUL, and a terminal obeys control characters. */
function shown(text: string): string {
  return text
    .slice(0, MAX_KEPT_CHARACTERS)
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')
    .toWellFormed();
}
