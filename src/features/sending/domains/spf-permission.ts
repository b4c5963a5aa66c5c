import type { DnsAnswer, Resolver } from '../../../base/dns.ts';

/** Maximum number of addresses that are checked. */
const MAX_ADDRESSES = 16;
/**
 * Time limit, in milliseconds, for one evaluation. Receivers allow at least 20 s (RFC 7208 section 4.6.4), but here a
 * user is waiting.
 */
const MAX_EVALUATION_MS = 10_000;

/** Our IP addresses that an SPF record does not permit. Undefined if DNS fails. */
export type Permission = readonly string[] | undefined;

/**
 * Returns those of the given IP addresses that the SPF record of a host does not permit, or undefined if DNS fails. The
 * verifier is large, so it is loaded on first use.
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
      resolver: asVerifiersQuery(resolver),
      strict: true,
      maxElapsedTime: MAX_EVALUATION_MS,
    });
    if (status.result === 'temperror') return undefined;
    if (status.result !== 'pass') refused.push(ip);
  }
  return refused;
}

/** Adapts our resolver to the interface of Node's resolver, which throws errors with codes if there are no records. */
function asVerifiersQuery(resolver: Resolver) {
  return async (name: string, type: string): Promise<never> => {
    // The cast is needed because the verifier's type definitions do not match the results that it expects.
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
      // `ptr` should not be used (RFC 7208 section 5.5) and permits nothing here.
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
