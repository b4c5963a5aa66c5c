import { Resolver } from 'node:dns/promises';

/** Timeout for one DNS query, in milliseconds. */
const QUESTION_MS = 3_000;
const TRY_MS = 1_400;
const TRIES = 2;
/** Maximum number of queries per examination. Email verifiers make about forty. */
const MAX_QUESTIONS = 100;

/** A DNS query function as email verifiers expect it: it takes a name and a type, and fails with Node's error codes. */
export type QueryDns = (name: string, type: string) => Promise<string[][] | string[]>;

/** DNS lookups. Only `ask` rejects if a lookup fails. */
export interface Lookups {
  readonly ask: QueryDns;
  /** Returns the host names of an IP address, an empty array if it has none, or undefined if the lookup failed. */
  namesOf(address: string): Promise<readonly string[] | undefined>;
  /** Returns the IPv4 and IPv6 addresses of a name, or undefined if both lookups failed. */
  addressesOf(name: string): Promise<readonly string[] | undefined>;
}

/** Creates the lookups for one examination. They use the given servers or, by default, the system's. */
export function createLookups(servers: readonly string[] | undefined): Lookups {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  let asked = 0;

  const ask: QueryDns = async (name, type) => {
    asked += 1;
    if (asked > MAX_QUESTIONS) throw withCode('ETIMEOUT');
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(withCode('ETIMEOUT')), QUESTION_MS);
    });
    try {
      // Safe cast: all requested types return strings, except MX, and the verifiers support the format of MX records.
      return (await Promise.race([resolver.resolve(name, type), limit])) as string[][] | string[];
    } finally {
      clearTimeout(timer);
    }
  };

  const orNone = async (question: Promise<string[][] | string[]>): Promise<readonly string[] | undefined> => {
    try {
      return (await question).flat();
    } catch (error) {
      return isNothing(error) ? [] : undefined;
    }
  };

  return {
    ask,
    namesOf: (address) => orNone(ask(reverseName(address), 'PTR')),
    async addressesOf(name) {
      const [four, six] = await Promise.all([orNone(ask(name, 'A')), orNone(ask(name, 'AAAA'))]);
      return four === undefined && six === undefined ? undefined : [...(four ?? []), ...(six ?? [])];
    },
  };
}

/** Returns the name for a reverse lookup of an address (RFC 1035 section 3.5, RFC 3596 section 2.5). Pure. */
export function reverseName(address: string): string {
  if (!address.includes(':')) return `${address.split('.').toReversed().join('.')}.in-addr.arpa`;
  // The URL parser normalizes all notations of an IPv6 address. Dotted IPv4 digits at the end become two groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const digits = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('');
  return `${digits.split('').toReversed().join('.')}.ip6.arpa`;
}

function withCode(code: string): Error {
  return Object.assign(new Error('DNS lookup timed out'), { code });
}

function isNothing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');
}
