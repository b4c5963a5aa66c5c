import type { DnsRecord } from './dns-records.ts';
import type { Domain } from './present.ts';

const TTL_SECONDS = 3_600;

/**
 * The records of a domain as lines of a zone file, in the form that BIND reads (RFC 1035 section 5), with a comment before
 * each that says what it is for. Pure.
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
  // The name at the end of an MX or CNAME record is a whole one.
  return data.endsWith('.') ? data : `${data}.`;
}

function quoted(part: string): string {
  return `"${part.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`;
}
