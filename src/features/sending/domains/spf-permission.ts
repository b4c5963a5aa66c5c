import type { DnsAnswer, Resolver } from '../../../base/dns.ts';

/** Addresses that are judged; an installation with more of them names its server in the record. */
const MAX_ADDRESSES = 16;
/** One evaluation may take so long (RFC 7208 section 4.6.4 asks for at least 20 s from receivers, who have no one waiting). */
const MAX_EVALUATION_MS = 10_000;

/** What an SPF record says of our addresses: which it does not permit; undefined when DNS does not tell. */
export type Permission = readonly string[] | undefined;

/**
 * Judges addresses by the SPF record of a host as a receiver does, with the limits of RFC 7208: ten terms that ask DNS, two
 * of them in vain. The verifier is heavy and loaded at the first use.
 */
export async function refusedBySpf(
  resolver: Resolver,
  host: string,
  addresses: readonly string[],
): Promise<Permission> {
  const { spf } = await import('mailauth/lib/spf/index.js');
  const refused: string[] = [];
  for (const ip of addresses.slice(0, MAX_ADDRESSES)) {
    const { status } = await spf({
      ip,
      helo: host,
      sender: `postmaster@${host}`,
      mta: host,
      resolver: asVerifiersAsk(resolver),
      strict: true,
      maxElapsedTime: MAX_EVALUATION_MS,
    });
    if (status.result === 'temperror') return undefined;
    if (status.result !== 'pass') refused.push(ip);
  }
  return refused;
}

/** Our resolver in the form of Node's, which fails with codes where there is nothing. */
function asVerifiersAsk(resolver: Resolver) {
  return async (name: string, type: string): Promise<never> => {
    // The verifier knows the shape of what it asked for; its types leave it open.
    return (await answerOf(resolver, name, type)) as never;
  };
}

async function answerOf(resolver: Resolver, name: string, type: string): Promise<unknown[]> {
  switch (type) {
    case 'TXT':
      return recordsOf(await resolver.txt(name)).map((text) => [text]);
    case 'A':
      return recordsOf(await resolver.addresses(name, 4));
    case 'AAAA':
      return recordsOf(await resolver.addresses(name, 6));
    case 'MX':
      return recordsOf(await resolver.mx(name)).map(({ exchange, preference }) => ({ exchange, priority: preference }));
    default:
      // `ptr` is not to be used (RFC 7208 section 5.5), and nothing is permitted by it here.
      throw withCode('ENODATA');
  }
}

function recordsOf<T>(answer: DnsAnswer<T>): T[] {
  if (answer.kind === 'found') return [...answer.records];
  throw withCode({ absent: 'ENODATA', nonexistent: 'ENOTFOUND', failed: 'ETIMEOUT' }[answer.kind]);
}

function withCode(code: string): Error {
  return Object.assign(new Error(`DNS: ${code}`), { code });
}
