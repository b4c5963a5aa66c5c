import { getServers } from 'node:dns';
import type { Clock } from './clock.ts';
import type { DnsAnswer, DnsQuestion, DnsRecord, CachedAnswer, MxRecord, TlsaRecord } from './dns-answer.ts';
import { createDnsCache } from './dns-cache.ts';
import { exchange } from './dns-exchange.ts';
import { makeQuery, type DnsQuery } from './dns-message.ts';
import { parseServerAddress, type DnsServerAddress } from './dns-server-address.ts';
import { createSemaphore } from './semaphore.ts';

export type { DnsAnswer, MxRecord, TlsaRecord } from './dns-answer.ts';

/**
 * A DNS client. It caches answers for their TTL, within limits (dns-message.ts). Identical concurrent lookups share one
 * query.
 */
export interface Resolver {
  /** Returns the text of each TXT record, with its strings concatenated. */
  txt(name: string): Promise<DnsAnswer<string>>;
  mx(name: string): Promise<DnsAnswer<MxRecord>>;
  addresses(name: string, family: 4 | 6): Promise<DnsAnswer<string>>;
  /** Returns the CNAME record of the name itself, without following the alias. */
  cname(name: string): Promise<DnsAnswer<string>>;
  /** Returns the TLSA records of a service such as '_25._tcp.mx.example' (RFC 6698). */
  tlsa(name: string): Promise<DnsAnswer<TlsaRecord>>;
}

export interface ResolverOptions {
  /** 'address', 'address:port' or '[v6 address]:port'. Default: the system's servers. */
  readonly servers?: readonly string[] | undefined;
  /** Timeout of a lookup, in milliseconds, including retries on all servers. Default: 10 s. */
  readonly timeoutMs?: number;
  /**
   * Whether the servers validate answers (DNSSEC) and the network path to them is trusted. If false, no answer is
   * marked as authenticated. Default: false.
   */
  readonly validates?: boolean;
  /** Whether to cache answers. Callers that wait for a record to change disable this. Default: true. */
  readonly keepsAnswers?: boolean;
  readonly clock: Clock;
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** Maximum number of queries to a server that does not respond. More than one, because UDP can lose datagrams. */
const ROUNDS = 3;
/** Maximum number of concurrent queries. The number is limited because each query uses a socket. */
const MAX_QUERIES_AT_ONCE = 100;
/**
 * How long a failed lookup is cached. Without the cache, a thousand messages to one broken domain would cause a
 * thousand queries.
 */
const KEEP_FAILURE_SECONDS = 5;
const MAX_NAME_CHARACTERS = 253;
const LOCAL_TTL_SECONDS = 3_600;
const NAME = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/** Creates a stub resolver that queries recursive servers. Throws if a server address is invalid. */
export function createResolver(options: ResolverOptions): Resolver {
  const { clock, keepsAnswers = true, timeoutMs = DEFAULT_TIMEOUT_MS, validates = false } = options;
  const servers = (options.servers ?? getServers()).map(parseServerAddress);
  const cache = createDnsCache(clock);
  const semaphore = createSemaphore(MAX_QUERIES_AT_ONCE);
  const inFlight = new Map<string, Promise<DnsAnswer<DnsRecord>>>();

  async function ask(question: DnsQuestion, key: string): Promise<DnsAnswer<DnsRecord>> {
    try {
      return await queryInTurn(question, key);
    } finally {
      inFlight.delete(key);
    }
  }

  async function queryInTurn(question: DnsQuestion, key: string): Promise<DnsAnswer<DnsRecord>> {
    const endsAt = performance.now() + timeoutMs;
    if (!(await semaphore.acquire(timeoutMs))) return { kind: 'failed', reason: 'too many simultaneous DNS queries' };
    try {
      const kept = await queryServers((): DnsQuery => makeQuery(question, validates), servers, endsAt);
      if (keepsAnswers) cache.keep(key, kept);
      return kept.answer;
    } finally {
      semaphore.release();
    }
  }

  function resolve(name: string, type: DnsQuestion['type']): Promise<DnsAnswer<DnsRecord>> {
    const question = { name: name.toLowerCase().replace(/\.$/, ''), type };
    const local = answerWithoutServer(question);
    if (local) return Promise.resolve(local);
    const key = `${type} ${question.name}`;
    const known = cache.find(key);
    if (known) return Promise.resolve(known);
    const running = inFlight.get(key) ?? ask(question, key);
    inFlight.set(key, running);
    return running;
  }

  // Safe casts: dns-message.ts reads only records of the requested type.
  return {
    txt: (name) => resolve(name, 'TXT') as Promise<DnsAnswer<string>>,
    mx: (name) => resolve(name, 'MX') as Promise<DnsAnswer<MxRecord>>,
    addresses: (name, family) => resolve(name, family === 4 ? 'A' : 'AAAA') as Promise<DnsAnswer<string>>,
    cname: (name) => resolve(name, 'CNAME') as Promise<DnsAnswer<string>>,
    tlsa: (name) => resolve(name, 'TLSA') as Promise<DnsAnswer<TlsaRecord>>,
  };
}

/**
 * Queries the servers in turn until one answers. Starts over with the servers that did not respond, but not with
 * servers that responded with an error.
 */
async function queryServers(
  newQuery: () => DnsQuery,
  servers: readonly DnsServerAddress[],
  endsAt: number,
): Promise<CachedAnswer> {
  let reason = servers.length === 0 ? 'no name server is configured' : 'no answer in time';
  const silent = new Set(servers);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const server of silent) {
      const remainingMs = endsAt - performance.now();
      if (remainingMs <= 0) return failed(reason);
      const triesLeft = silent.size * (ROUNDS - round);
      const reading = await exchange(newQuery(), server, Math.ceil(remainingMs / triesLeft));
      if (reading.kind === 'answer') return reading.kept;
      reason = `${server.text}: ${reading.reason}`;
      if (!reading.isSilence) silent.delete(server);
    }
  }
  return failed(reason);
}

function failed(reason: string): CachedAnswer {
  return { answer: { kind: 'failed', reason }, keepSeconds: KEEP_FAILURE_SECONDS };
}

/** Answers queries that need no server: queries for this machine's names (RFC 6761 6.3) and for invalid names. */
function answerWithoutServer({ name, type }: DnsQuestion): DnsAnswer<DnsRecord> | undefined {
  if (name.length > MAX_NAME_CHARACTERS || !NAME.test(name)) return { kind: 'nonexistent' };
  if (name !== 'localhost' && !name.endsWith('.localhost')) return undefined;
  if (type === 'A') return { kind: 'found', records: ['127.0.0.1'], ttlSeconds: LOCAL_TTL_SECONDS };
  if (type === 'AAAA') return { kind: 'found', records: ['::1'], ttlSeconds: LOCAL_TTL_SECONDS };
  return { kind: 'absent' };
}
