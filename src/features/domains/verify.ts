import type { Db } from '../../base/db.ts';
import type { DnsAnswer, Resolver } from '../../base/dns.ts';
import { Refusal } from '../../base/refusal.ts';
import type { DnsRecord } from './dns-records.ts';
import { recordsOfRow, toDomain, type Domain } from './present.ts';
import { domainByName, storeCheck, type DomainRow, type DomainStatus } from './queries.ts';

const MAX_FOUND = 10;

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
  const [row] = await domainByName(parts.db, accountId, name);
  if (!row)
    throw new Refusal('not_found', {
      message: `There is no domain ${name}.`,
      fix: `Add it: postrider domain add ${name}`,
    });
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
  const found = answer.kind === 'found' ? answer.records.slice(0, MAX_FOUND) : [];
  const fault = found.length === 0 ? `There is no ${record.type} record at ${record.host}.` : faultOf(record, found);
  return { record: { ...record, found, valid: fault === undefined, reason: fault ?? null }, isAnswered: true };
}

async function foundAt(resolver: Resolver, { host, type }: DnsRecord): Promise<DnsAnswer<string>> {
  if (type === 'TXT') return resolver.txt(host);
  const answer = await resolver.mx(host);
  if (answer.kind !== 'found') return answer;
  return { ...answer, records: answer.records.map(({ exchange, preference }) => `${preference} ${exchange}`) };
}

/** What is wrong with what stands in DNS; undefined when one of the records is right. */
function faultOf(record: DnsRecord, found: readonly string[]): string | undefined {
  const wanted = normalise(record.data);
  switch (record.name) {
    case 'dkim1':
      return found.some((text) => keyIn(text) === keyIn(record.data))
        ? undefined
        : `The record at ${record.host} holds another key.`;
    case 'return_path':
      return found.some((text) => text.split(' ')[1] === wanted.split(' ')[1])
        ? undefined
        : `The MX record at ${record.host} names another server.`;
    case 'spf':
      return found.some((text) => normalise(text) === wanted) ? undefined : `The SPF record at ${record.host} differs.`;
    case 'dmarc':
      return found.some((text) => /^v=dmarc1\s?;/i.test(normalise(text)))
        ? undefined
        : `The record at ${record.host} does not begin with v=DMARC1.`;
  }
}

function normalise(text: string): string {
  return text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/** The value of `p=`, without the quotes and spaces that editors of zones leave in it. */
function keyIn(text: string): string | undefined {
  return /(?:^|;)p=([^;]*)/.exec(text.replaceAll(/["\s]/g, ''))?.[1];
}
