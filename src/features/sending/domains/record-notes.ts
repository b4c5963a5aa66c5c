import type { Resolver } from '../../../base/dns.ts';
import { tagsOf } from './record-tags.ts';

/**
 * Returns additional information for the owner of a valid record. Returns undefined for most records, and if DNS fails.
 * `found` contains the text of each record that was found.
 */
export async function noteOf(
  resolver: Pick<Resolver, 'txt'>,
  { host, name }: { readonly host: string; readonly name: string },
  found: readonly string[],
): Promise<string | undefined> {
  if (name.startsWith('dkim')) return noteOfTesting(host, found);
  return name === 'dmarc' ? noteOfReports(resolver, host, found) : undefined;
}

/**
 * Returns a note if a DKIM record contains t=y, which means that the domain is testing DKIM (RFC 6376 section 3.6.1).
 */
function noteOfTesting(host: string, [text = '']: readonly string[]): string | undefined {
  const flags = tagsOf(text).get('t')?.split(':') ?? [];
  return flags.some((flag) => flag.trim() === 'y')
    ? `The record at ${host} has t=y (testing), so receivers may treat signed emails as unsigned. Remove t=y once your signatures pass verification.`
    : undefined;
}

/**
 * Returns a note if a DMARC record requests reports at another domain that does not authorize them. Receivers do not
 * send such reports.
 */
async function noteOfReports(
  resolver: Pick<Resolver, 'txt'>,
  host: string,
  found: readonly string[],
): Promise<string | undefined> {
  const domain = host.replace(/^_dmarc\./, '');
  const policy = found.find((text) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text)) ?? '';
  for (const target of reportTargets(policy).filter((each) => isElsewhere(domain, each))) {
    const record = authorisationOf(domain, target);
    const answer = await resolver.txt(record.host);
    const isThere = answer.kind === 'found' && answer.records.some((text) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text));
    if (!isThere && answer.kind !== 'failed') return authorisationSentence(domain, target);
  }
  return undefined;
}

/** Returns the domains to which a DMARC record requests reports (`rua`, RFC 7489 section 6.3). */
function reportTargets(policy: string): string[] {
  const addresses = tagsOf(policy).get('rua')?.split(',') ?? [];
  const domains = addresses.map((address) => /^\s*mailto:[^@]*@([a-z0-9.-]+)(?:!|\s*$)/i.exec(address)?.[1]);
  return [...new Set(domains.filter((domain) => domain !== undefined).map((domain) => domain.toLowerCase()))];
}

/**
 * Returns whether reports are sent to an unrelated domain. Two domains may belong to the same organization although
 * neither is a subdomain of the other. In that case, an authorization record is unnecessary but harmless.
 */
function isElsewhere(domain: string, target: string): boolean {
  return domain !== target && !target.endsWith(`.${domain}`) && !domain.endsWith(`.${target}`);
}

/** Returns the record by which a domain authorizes reports about another domain (RFC 7489 section 7.1). */
function authorisationOf(domain: string, target: string): { readonly host: string; readonly data: string } {
  return { host: `${domain}._report._dmarc.${target}`, data: 'v=DMARC1' };
}

function authorisationSentence(domain: string, target: string): string {
  const { data, host } = authorisationOf(domain, target);
  return (
    `DMARC reports about ${domain} are sent to another domain, ${target}. Receivers send these reports only if there is a TXT ` +
    `record at ${host} with ${data} (RFC 7489 section 7.1). ` +
    `A record at *._report._dmarc.${target} covers all domains.`
  );
}

/**
 * Returns a note if a suggested DMARC record sends reports to another domain, which must then authorize them.
 * Otherwise, returns undefined.
 */
export function noteOfWantedDmarc(domain: string, data: string): string | undefined {
  const target = reportTargets(data).find((each) => isElsewhere(domain, each));
  return target && authorisationSentence(domain, target);
}
