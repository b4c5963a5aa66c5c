import type { Resolver } from '../../../base/dns.ts';

/** Above the sender's own domain, that of its organisation is looked for so far up. */
const MAX_PARENTS = 3;

/**
 * The policy that a domain's DMARC record asks for, else that of the domains above it (RFC 7489 section 6.6.3); null when none
 * has one, undefined when DNS did not say.
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
