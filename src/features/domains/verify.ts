import type { Db } from '../../base/db.ts';
import type { DnsAnswer, Resolver } from '../../base/dns.ts';
import { Refusal } from '../../base/refusal.ts';
import type { DnsRecord } from './dns-records.ts';
import { keptName } from './domain-name.ts';
import { recordsOfRow, toDomain, type Domain } from './present.ts';
import { domainByName, storeCheck, type DomainRow, type DomainStatus } from './queries.ts';
import { faultOf } from './record-faults.ts';

/** Anybody may publish anything: what is kept of it is bounded. */
const MAX_KEPT_TEXTS = 10;
const MAX_KEPT_CHARACTERS = 1_000;

/** What a look at DNS came to for one record. */
interface Look {
  readonly record: DnsRecord;
  /** False when DNS gave no answer: that says nothing about the record. */
  readonly isAnswered: boolean;
}

/**
 * Looks for a domain's records in DNS and keeps the result. Verified needs the DKIM record; when DNS does not answer, a
 * verified domain stays verified. Throws not_found when the account has no such domain.
 */
export async function verifyDomain(
  parts: { readonly db: Db; readonly resolver: Resolver; readonly hostname: string },
  accountId: number,
  name: string,
): Promise<Domain> {
  const [row] = await domainByName(parts.db, accountId, keptName(name));
  if (!row) {
    throw new Refusal('not_found', {
      message: `There is no domain ${name}.`,
      fix: `Add it: postrider domain add ${name}`,
    });
  }
  const looks = await Promise.all(recordsOfRow(row, parts.hostname).map((record) => look(parts.resolver, record)));
  const records = JSON.stringify(looks.map(({ record }) => record));
  const [stored] = await storeCheck(parts.db, accountId, row.id, statusAfter(row, looks), records);
  if (!stored) throw new Refusal('not_found');
  return toDomain(stored);
}

function statusAfter(row: DomainRow, looks: readonly Look[]): DomainStatus {
  const required = looks.filter(({ record }) => record.required);
  if (required.every(({ record }) => record.valid)) return 'verified';
  return required.every(({ isAnswered }) => isAnswered) ? 'failed' : row.status;
}

async function look(resolver: Resolver, record: DnsRecord): Promise<Look> {
  const answer = await foundAt(resolver, record);
  if (answer.kind === 'failed') {
    return { record: { ...record, reason: `DNS did not answer: ${answer.reason}.` }, isAnswered: false };
  }
  const found = answer.kind === 'found' ? answer.records : [];
  const fault = found.length === 0 ? `There is no ${record.type} record at ${record.host}.` : faultOf(record, found);
  const kept = found.slice(0, MAX_KEPT_TEXTS).map(shown);
  const verdict = fault === undefined ? { valid: true, reason: null } : { valid: false, reason: shown(fault) };
  return { record: { ...record, ...verdict, found: kept }, isAnswered: true };
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
