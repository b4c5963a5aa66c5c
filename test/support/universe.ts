import { startDnsServer, type DnsServer } from './dns-server.ts';
import { startSmtpSink, type SinkMoment, type SinkScript, type SinkStage, type SmtpSink } from './smtp-sink.ts';
import type { TestApp } from './app.ts';

const MINUTE_MS = 60_000;
/**
 * Longest lease in seconds. Leases last at most 25 seconds and retry delays at least 48 seconds, so a row that is due
 * within this time may have a lease and is not changed.
 */
const MAX_LEASE_SECONDS = 30;
const PORTS_TRIED = 20;

/** Behavior of a simulated mail server. */
export type ServerBehaviour =
  | 'accepts'
  /** No server listens at the address. */
  | 'nobody listens'
  /** Announces STARTTLS but disconnects when the TLS handshake starts. */
  | 'drops STARTTLS'
  /** Has a certificate that is for another name and from an unknown authority. */
  | 'bad certificate'
  /** Sends a greeting that never ends, byte by byte. */
  | 'drips'
  /** Disconnects after it has replied to DATA. */
  | 'closes mid-DATA'
  /** Replies to new connections with 421 until `calm` is called. */
  | '421 storm'
  /**
   * Replies to RCPT with 451 until this number of minutes has passed since the first RCPT for the recipient. Uses the
   * universe's clock.
   */
  | { readonly greylistsMinutes: number }
  /** Accepts this number of messages per connection, then replies to MAIL with 421 and closes the connection. */
  | { readonly mailsPerConnection: number }
  | { readonly hangsAt: SinkStage }
  /** Any other behavior, as a script. */
  | SinkScript;

/** Behavior of a simulated domain. */
export type DomainBehaviour =
  | ServerBehaviour
  /** Has an MX record that states that the domain does not accept email (RFC 7505). */
  | 'null mx'
  /** Has no MX record, but an address with a mail server that accepts messages (RFC 5321 section 5.1). */
  | 'no mx'
  /** The domain does not exist in DNS until `bear` is called. */
  | 'nonexistent'
  /** The DNS servers of the domain respond with SERVFAIL. */
  | 'servfail'
  /** Mail servers of the domain in order of preference. */
  | { readonly servers: readonly [ServerBehaviour, ...ServerBehaviour[]] };

/** A message that one of a domain's mail servers received. */
export interface Arrival {
  /** Time of receipt according to the system clock. */
  readonly atMs: number;
  readonly from: string;
  readonly to: readonly string[];
  readonly data: Buffer;
  readonly tls: boolean;
  /** Index of the mail server that received the message. */
  readonly server: number;
}

/** A simulated domain. */
export interface UniverseDomain {
  /** Names of the mail servers in order of preference. */
  readonly hosts: readonly string[];
  readonly arrivals: readonly Arrival[];
  /** Number of connections to each mail server so far. */
  readonly connections: readonly number[];
  /** Command lines that each mail server has received. */
  readonly lines: readonly (readonly string[])[];
  /** Resolves when the domain has received this total number of messages. */
  waitFor(count: number): Promise<void>;
  /** Ends a series of 421 replies: from now on, the mail servers accept messages. */
  calm(): void;
}

/** Mail servers and DNS records of many simulated domains, all on loopback addresses. */
export interface Universe {
  /** Environment variables that make `startApp` use the universe. */
  readonly settings: Record<string, string>;
  readonly dns: DnsServer;
  /** Returns a domain of the universe by name. Throws if there is no such domain. */
  of(domain: string): UniverseDomain;
  /** Adds a working mail server to a domain that did not exist or whose DNS servers failed. */
  bear(domain: string): void;
  /** Advances the clock that greylisting uses. */
  advance(minutes: number): void;
  /** Makes retries due immediately, except those that are due within `MAX_LEASE_SECONDS`. */
  hurry(app: TestApp): Promise<void>;
  close(): Promise<void>;
}

interface Server {
  readonly host: string;
  readonly address: string;
  readonly script: SinkScript | undefined;
}

interface DomainPlan {
  readonly servers: readonly Server[];
  readonly switches: { isCalm: boolean };
}

let universes = 0;

/**
 * Starts a universe. All mail servers use the same port on different loopback addresses, which any process may use on
 * Linux. The network part of the addresses depends on this process and this universe, so that tests that run at the
 * same time do not conflict.
 */
export async function startUniverse({
  domains,
}: {
  readonly domains: Readonly<Record<string, DomainBehaviour>>;
}): Promise<Universe> {
  universes += 1;
  const network = `127.${1 + (process.pid % 250)}.${universes % 250}`;
  const time = { ms: 0 };
  let hosts = 0;
  const nextAddress = (): string => {
    hosts += 1;
    if (hosts > 250) throw new Error('A universe has at most 250 mail servers');
    return `${network}.${hosts}`;
  };
  const dns = await startDnsServer({});
  const plans = new Map<string, DomainPlan>();
  for (const [domain, behaviour] of Object.entries(domains)) {
    const switches = { isCalm: false };
    const servers = serversOf(behaviour).map((server, index) => ({
      host: behaviour === 'no mx' ? domain : `mx${index + 1}.${domain}`,
      address: nextAddress(),
      script: scriptOf(server, time, switches),
    }));
    plans.set(domain, { servers, switches });
    publish(dns, domain, behaviour, servers);
  }
  const { port, sinks } = await listen([...plans.values()].flatMap(({ servers }) => servers));
  const records = new Map([...plans].map(([domain, plan]) => [domain, watch(plan, sinks)] as const));

  return {
    settings: {
      POSTRIDER_DELIVERY: 'direct',
      POSTRIDER_RESOLVER: dns.address,
      POSTRIDER_SMTP_PORT: String(port),
      POSTRIDER_ALLOW_PRIVATE_MX: '1',
      POSTRIDER_HOSTNAME: 'mail.postrider.example',
    },
    dns,
    of(domain) {
      const record = records.get(domain);
      if (!record) throw new Error(`${domain} is not in this universe`);
      return record;
    },
    bear(domain) {
      const servers = plans.get(domain)?.servers ?? [];
      publish(dns, domain, 'accepts', servers);
    },
    advance: (minutes) => void (time.ms += minutes * MINUTE_MS),
    async hurry(app) {
      const text = `update delivery set next_at = now() where next_at > now() + make_interval(secs => $1)`;
      await app.installation.db.query({ name: 'test_hurry', text }, [MAX_LEASE_SECONDS]);
    },
    async close() {
      await Promise.all([...sinks.values()].map((sink) => sink.close()));
      await dns.close();
    },
  };
}

function serversOf(behaviour: DomainBehaviour): readonly ServerBehaviour[] {
  if (typeof behaviour === 'object' && 'servers' in behaviour) return behaviour.servers;
  switch (behaviour) {
    case 'null mx':
      return [];
    case 'no mx':
    // For domains that do not exist or whose DNS servers fail, a server starts when `bear` is called.
    case 'nonexistent':
    case 'servfail':
      return ['accepts'];
    default:
      return [behaviour];
  }
}

/** Returns the script with which the SMTP sink simulates a mail server, or undefined if no server listens. */
function scriptOf(
  behaviour: ServerBehaviour,
  time: { readonly ms: number },
  switches: { readonly isCalm: boolean },
): SinkScript | undefined {
  switch (behaviour) {
    case 'accepts':
      return {};
    case 'nobody listens':
      return undefined;
    case 'drops STARTTLS':
      return { tls: 'starttls', on: { starttls: { raw: '220 2.0.0 go ahead\r\n', thenEnd: true } } };
    case 'bad certificate':
      return { tls: 'starttls', certificateNames: ['somebody-else.example'] };
    case 'drips':
      return { on: { greeting: 'drip' } };
    case 'closes mid-DATA':
      return { on: { data: { raw: '354 go ahead\r\n', thenEnd: true } } };
    case '421 storm':
      return { on: { greeting: () => (switches.isCalm ? undefined : { say: '421 4.3.2 come back later' }) } };
  }
  if ('greylistsMinutes' in behaviour) return { on: { rcpt: greylist(behaviour.greylistsMinutes, time) } };
  if ('hangsAt' in behaviour) return { on: { [behaviour.hangsAt]: 'hang' } };
  return behaviour;
}

/** Returns a greylisting check (RFC 6647). Its result depends on the recipient, not on the connection. */
function greylist(minutes: number, time: { readonly ms: number }) {
  const firstSeen = new Map<string, number>();
  return ({ line }: SinkMoment) => {
    const since = firstSeen.get(line);
    if (since === undefined) firstSeen.set(line, time.ms);
    const isOver = since !== undefined && time.ms - since >= minutes * MINUTE_MS;
    return isOver ? undefined : { say: '451 4.7.1 Greylisted, please come back' };
  };
}

function publish(dns: DnsServer, domain: string, behaviour: DomainBehaviour, servers: readonly Server[]): void {
  if (behaviour === 'nonexistent') return;
  if (behaviour === 'servfail') return dns.set(domain, 'MX', 'SERVFAIL');
  if (behaviour === 'null mx') return dns.set(domain, 'MX', [{ preference: 0, exchange: '' }]);
  for (const { address, host } of servers) dns.set(host, 'A', [address]);
  if (behaviour === 'no mx') return;
  const mx = servers.map(({ host }, index) => ({ exchange: host, preference: (index + 1) * 10 }));
  dns.set(domain, 'MX', mx);
}

/** Starts all mail servers on the same port. Tries another port if it is in use on one of the addresses. */
async function listen(servers: readonly Server[]): Promise<{ port: number; sinks: Map<Server, SmtpSink> }> {
  for (let tried = 0; tried < PORTS_TRIED; tried += 1) {
    const sinks = new Map<Server, SmtpSink>();
    let port = 0;
    try {
      for (const server of servers) {
        if (!server.script) continue;
        const sink = await startSmtpSink(server.script, { host: server.address, port });
        port = sink.port;
        sinks.set(server, sink);
      }
      return { port, sinks };
    } catch (error) {
      await Promise.all([...sinks.values()].map((sink) => sink.close()));
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error('No port is free on all addresses');
}

function watch({ servers, switches }: DomainPlan, sinks: ReadonlyMap<Server, SmtpSink>): UniverseDomain {
  const arrivals: Arrival[] = [];
  const waiting = new Set<() => void>();
  for (const [index, server] of servers.entries()) {
    const sink = sinks.get(server);
    let seen = 0;
    // Called after every event of the sink, to record new messages. Always returns false, so that the sink keeps
    // calling it.
    void sink?.until(({ messages }) => {
      for (const { data, from, tls, to } of messages.slice(seen)) {
        arrivals.push({ atMs: Date.now(), from, to, data, tls, server: index });
      }
      seen = messages.length;
      for (const look of waiting) look();
      return false;
    });
  }
  const ofServers = <T>(read: (sink: SmtpSink) => T, otherwise: T): readonly T[] =>
    servers.map((server) => {
      const sink = sinks.get(server);
      return sink ? read(sink) : otherwise;
    });
  return {
    hosts: servers.map(({ host }) => host),
    arrivals,
    get connections() {
      return ofServers((sink) => sink.connections, 0);
    },
    get lines() {
      return ofServers<readonly string[]>((sink) => sink.lines, []);
    },
    waitFor: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (arrivals.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    calm: () => void (switches.isCalm = true),
  };
}
