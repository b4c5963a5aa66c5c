import type { DnsRecord } from './dns-records.ts';
import type { Domain } from './present.ts';

const TTL_SECONDS = 3_600;

/**
 * Returns the records of a domain as a zone file in BIND's format (RFC 1035 section 5), with a comment before each
 * record. Pure.
 */
export function zoneFileOf({ name, records }: Pick<Domain, 'name' | 'records'>): string {
  return [`; DNS records of ${name} for sending email`, ...records.flatMap(linesOf), ''].join('\n');
}

function linesOf(record: DnsRecord): string[] {
  const { host, name, optional, required, type } = record;
  const need = required ? 'required' : optional ? 'optional' : 'recommended';
  return [`; ${name}, ${need}`, `${host}.\t${TTL_SECONDS}\tIN\t${type}\t${dataOf(record)}`];
}

function dataOf({ data, dataParts, type }: DnsRecord): string {
  if (type === 'TXT') return (dataParts ?? [data]).map(quoted).join(' ');
  // The trailing dot makes the name in an MX or CNAME record absolute.
  return data.endsWith('.') ? data : `${data}.`;
}

function quoted(part: string): string {
  return `"${part.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`;
}
