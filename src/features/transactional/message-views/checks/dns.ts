import { Resolver } from 'node:dns/promises';

/** The longest that one question takes. */
const QUESTION_MS = 3_000;
const TRY_MS = 1_400;
const TRIES = 2;
/** Questions of one examination; those who verify mail allow themselves some forty. */
const MAX_QUESTIONS = 100;

/** Asks DNS the way that verifiers of mail expect it: by name and type, failing with the codes of Node. */
export type AskDns = (name: string, type: string) => Promise<string[][] | string[]>;

/** Records that were found or not; never rejects. */
export interface Lookups {
  readonly ask: AskDns;
  /** The names of an address; undefined when that cannot be told now. */
  namesOf(address: string): Promise<readonly string[] | undefined>;
  /** The addresses of a name, likewise. */
  addressesOf(name: string): Promise<readonly string[] | undefined>;
}

/** Questions of one examination to the servers given, by default those of the system. */
export function createLookups(servers: readonly string[] | undefined): Lookups {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  let asked = 0;

  const ask: AskDns = async (name, type) => {
    asked += 1;
    if (asked > MAX_QUESTIONS) throw withCode('ETIMEOUT');
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(withCode('ETIMEOUT')), QUESTION_MS);
    });
    try {
      // Of the types that are asked for, each gives texts, but for MX, whose shape the verifiers know.
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

/** The name under which an address has its names (RFC 1035 section 3.5, RFC 3596 section 2.5). Pure. */
export function reverseName(address: string): string {
  if (!address.includes(':')) return `${address.split('.').toReversed().join('.')}.in-addr.arpa`;
  // The URL parser knows all the ways to write an IPv6 address, and gives one; an IPv4 tail becomes two groups.
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
