import { startDnsServer, type DnsServer } from './dns-server.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from './smtp-sink.ts';

/** An email domain with a separate mail server, which records the clients that connect to it. */
export interface ReceivingSite {
  readonly domain: string;
  readonly messages: readonly SinkMessage[];
  /** Maximum number of connections that were open at the same time. */
  readonly most: number;
  /** EHLO names of the clients that sent the messages, in the order of the messages. */
  readonly greetedBy: readonly string[];
}

/** Mail servers on separate addresses, and the DNS server with their records. */
export interface ReceivingSites {
  readonly dns: DnsServer;
  readonly port: number;
  readonly sites: readonly ReceivingSite[];
  /** Returns the messages that all sites received, in no particular order. */
  messages(): SinkMessage[];
  close(): Promise<void>;
}

const FIRST_ADDRESS = 40;

/** Starts this many sites, whose names are `site0.test`, `site1.test`, and so on. They accept everything. */
export async function startReceivingSites(count: number): Promise<ReceivingSites> {
  const dns = await startDnsServer({});
  const sinks: SmtpSink[] = [];
  const sites: ReceivingSite[] = [];
  for (let no = 0; no < count; no += 1) {
    const domain = `site${no}.test`;
    const host = `127.0.1.${FIRST_ADDRESS + no}`;
    const { sink, site } = await startSite(domain, host, sinks[0]?.port ?? 0);
    sinks.push(sink);
    sites.push(site);
    dns.set(domain, 'MX', [{ preference: 10, exchange: `mx.${domain}` }]);
    dns.set(`mx.${domain}`, 'A', [host]);
  }
  return {
    dns,
    sites,
    port: sinks[0]?.port ?? 0,
    messages: () => sinks.flatMap(({ messages }) => messages),
    async close() {
      await Promise.all([dns.close(), ...sinks.map((sink) => sink.close())]);
    },
  };
}

async function startSite(
  domain: string,
  host: string,
  port: number,
): Promise<{ readonly sink: SmtpSink; readonly site: ReceivingSite }> {
  const names = new Map<number, string>();
  const greetedBy: string[] = [];
  let most = 0;
  const sink: SmtpSink = await startSmtpSink(
    {
      on: {
        ehlo: ({ connection, line }) => {
          names.set(connection, line.split(' ')[1] ?? '');
          most = Math.max(most, sink.open);
          return undefined;
        },
        mail: ({ connection }) => {
          greetedBy.push(names.get(connection) ?? '');
          most = Math.max(most, sink.open);
          return undefined;
        },
      },
    },
    { host, port },
  );
  const site = {
    domain,
    messages: sink.messages,
    greetedBy,
    get most() {
      return most;
    },
  };
  return { sink, site };
}
