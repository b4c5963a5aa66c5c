import type { Resolver } from '../../../base/dns.ts';

/** Maximum number of parent domains that are searched for the DMARC record of the organization. */
const MAX_PARENTS = 3;

/**
 * Returns the policy of a domain's DMARC record, or of the closest parent domain with a record (RFC 7489, section
 * 6.6.3). Returns null if there is no record, or undefined if DNS did not respond.
 */
export async function dmarcPolicyOf(
  resolver: Pick<Resolver, 'txt'>,
  domain: string,
): Promise<string | null | undefined> {
  const labels = domain.split('.');
  for (let above = 0; above <= MAX_PARENTS && labels.length - above >= 2; above += 1) {
    const answer = await resolver.txt(`_dmarc.${labels.slice(above).join('.')}`);
    if (answer.kind === 'failed') return undefined;
    const records = answer.kind === 'found' ? answer.records : [];
    const record = records.find((text) => /^v\s*=\s*DMARC1\b/i.test(text));
    if (record !== undefined) return /;\s*p\s*=\s*([a-z]+)/i.exec(record)?.[1]?.toLowerCase() ?? 'none';
  }
  return null;
}
