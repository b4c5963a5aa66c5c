import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';
import {
  AUTHENTIC_DATA,
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  RECURSION_AVAILABLE,
  TRUNCATED_RESPONSE,
  type Answer,
  type DecodedPacket,
} from 'dns-packet';

/** Record types that the server supports. */
export type ZoneType = 'A' | 'AAAA' | 'CNAME' | 'MX' | 'PTR' | 'TLSA' | 'TXT';

/** A DNS record: a string (for a TLSA record in the form '3 1 1 <hex>'), the parts of a TXT record, or an MX record. */
export type ZoneRecord = string | readonly string[] | { readonly exchange: string; readonly preference: number };

/** Response to a DNS query for a name and a type: records or an error. */
export type ZoneAnswers = readonly ZoneRecord[] | 'SERVFAIL' | 'REFUSED' | 'NXDOMAIN' | 'TIMEOUT';

/** Responses by name, then by type. Names that are not in the zone do not exist. */
export type Zone = Readonly<Record<string, Partial<Readonly<Record<ZoneType, ZoneAnswers>>>>>;

/** A query that the server received. */
export interface DnsQueryLog {
  readonly name: string;
  readonly type: string;
  readonly transport: 'udp' | 'tcp';
  readonly id: number;
  readonly port: number;
}

/** Options that change the responses of the server. They can be changed while the server runs. */
export interface DnsSwitches {
  /** Whether the responses to UDP queries are empty and have the TC bit. */
  truncate: boolean;
  /** Whether forged responses, such as with a wrong ID or a wrong question, are sent before the correct one. */
  forge: boolean;
  /** Number of UDP queries that the server still ignores. Each ignored query decrements it. */
  drop: number;
  ttlSeconds: number;
  /** Returns whether responses for a name have the AD bit, if the client has requested it. */
  authenticates: (name: string, type: string) => boolean;
}

/** A running DNS server for UDP and TCP. */
export interface DnsServer {
  /** Address in the format '127.0.0.1:port', which `createResolver` accepts. */
  readonly address: string;
  readonly queries: readonly DnsQueryLog[];
  readonly switches: DnsSwitches;
  /** Replaces the response for a name and a type. */
  set(name: string, type: ZoneType, answers: ZoneAnswers): void;
  close(): Promise<void>;
}

const RESPONSE_CODES: Readonly<Record<string, number>> = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const MAX_CHAIN = 30;
const DNS_PORT = 53;

/**
 * Starts a DNS server that uses the same port for UDP and TCP. By default, this is a free port on 127.0.0.1. If `host`
 * is given, the server uses port 53 on that address, for programs that do not support other ports.
 */
export async function startDnsServer(zone: Zone = {}, host?: string): Promise<DnsServer> {
  const records = new Map<string, Map<ZoneType, ZoneAnswers>>();
  const queries: DnsQueryLog[] = [];
  const switches: DnsSwitches = { truncate: false, forge: false, drop: 0, ttlSeconds: 300, authenticates: () => false };

  function put(name: string, type: ZoneType, answers: ZoneAnswers): void {
    const ofName = records.get(name.toLowerCase()) ?? new Map<ZoneType, ZoneAnswers>();
    ofName.set(type, answers);
    records.set(name.toLowerCase(), ofName);
  }
  for (const [name, types] of Object.entries(zone)) {
    records.set(name.toLowerCase(), new Map());
    for (const [type, answers] of Object.entries(types)) put(name, type as ZoneType, answers);
  }

  function answer(bytes: Buffer, transport: 'udp' | 'tcp', port: number): Buffer[] {
    const query = decode(bytes);
    const [question] = query.questions ?? [];
    if (!question) return [];
    queries.push({ name: question.name, type: question.type, transport, id: query.id ?? 0, port });
    if (transport === 'udp' && switches.drop > 0) {
      switches.drop -= 1;
      return [];
    }
    if (transport === 'udp' && switches.truncate) return [respond(query, { code: 0, answers: [] }, TRUNCATED_RESPONSE)];
    const found = lookUp(records, question.name, question.type as ZoneType, switches.ttlSeconds);
    if (!found) return [];
    const isVouched = query.flag_ad && switches.authenticates(question.name.toLowerCase(), question.type);
    const right = respond(query, found, isVouched ? AUTHENTIC_DATA : 0);
    return switches.forge ? [...forgeries(query), right] : [right];
  }

  const { udp, tcp, port } = await listen(host);
  const sockets = new Set<Socket>();
  udp.on('message', (bytes, from) => {
    for (const response of answer(bytes, 'udp', from.port)) udp.send(response, from.port, from.address);
  });
  tcp.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Ignore the error when a resolver disconnects after it has received its response.
    socket.on('error', () => {});
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      for (const response of answer(received.subarray(2), 'tcp', socket.remotePort ?? 0)) {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(response.length);
        // Send the response in two chunks, because TCP may split data anywhere.
        socket.write(length);
        socket.write(response);
      }
    });
  });

  return {
    address: `${host ?? '127.0.0.1'}:${port}`,
    queries,
    switches,
    set: put,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([
        new Promise<void>((resolve) => {
          udp.close(() => resolve());
        }),
        new Promise<void>((resolve) => {
          tcp.close(() => resolve());
        }),
      ]);
    },
  };
}

/**
 * Listens on a UDP port that the system chooses, and on the TCP port with the same number. Tries another port if the
 * TCP port is in use. If `host` is given, listens on port 53 of that address, and throws if the port is in use.
 */
async function listen(host?: string): Promise<{ udp: UdpSocket; tcp: Server; port: number }> {
  const address = host ?? '127.0.0.1';
  for (;;) {
    const udp = createSocket('udp4');
    await new Promise<void>((resolve, reject) => {
      udp.once('error', reject);
      udp.bind(host === undefined ? 0 : DNS_PORT, address, resolve);
    });
    const { port } = udp.address();
    const tcp = createServer({ noDelay: true });
    const isListening = await new Promise<boolean>((resolve) => {
      tcp.once('error', () => resolve(false));
      tcp.listen(port, address, () => resolve(true));
    });
    if (isListening) return { udp, tcp, port };
    udp.close();
    if (host !== undefined) throw new Error(`Port ${DNS_PORT} of ${host} is taken`);
  }
}

interface Found {
  readonly code: number;
  readonly answers: readonly Answer[];
}

function lookUp(
  records: ReadonlyMap<string, ReadonlyMap<ZoneType, ZoneAnswers>>,
  asked: string,
  type: ZoneType,
  ttl: number,
): Found | undefined {
  const answers: Answer[] = [];
  let name = asked;
  for (let links = 0; links < MAX_CHAIN; links += 1) {
    const types = records.get(name.toLowerCase());
    if (!types) return { code: 3, answers };
    const found = types.get(type) ?? [];
    if (found === 'TIMEOUT') return undefined;
    if (typeof found === 'string') return { code: RESPONSE_CODES[found] ?? 2, answers };
    const [alias] = types.get('CNAME') ?? [];
    if (type === 'CNAME' || typeof alias !== 'string' || types.get('CNAME') === 'SERVFAIL') {
      return { code: 0, answers: [...answers, ...found.map((record) => toAnswer(name, type, ttl, record))] };
    }
    answers.push({ type: 'CNAME', name, ttl, data: alias });
    name = alias;
  }
  return { code: 0, answers };
}

function toAnswer(name: string, type: ZoneType, ttl: number, record: ZoneRecord): Answer {
  // Safe casts in this function: the zone of a test contains the right kind of record for each type.
  if (type === 'MX') return { type, name, ttl, data: record as { exchange: string; preference: number } };
  if (type === 'TLSA') {
    const [usage, selector, matchingType, data = ''] = (record as string).split(' ');
    const certificate = Buffer.from(data, 'hex');
    const numbers = { usage: Number(usage), selector: Number(selector), matchingType: Number(matchingType) };
    return { type, name, ttl, data: { ...numbers, certificate } };
  }
  if (type === 'TXT') return { type, name, ttl, data: strings(record as string | readonly string[]) };
  return { type, name, ttl, data: record as string };
}

/** Splits long text into strings of at most 255 bytes, the limit for one string in a TXT record. */
function strings(record: string | readonly string[]): string[] {
  return typeof record === 'string' ? (record.match(/[^]{1,255}/g) ?? ['']) : [...record];
}

function respond(query: DecodedPacket, { code, answers }: Found, flags: number): Buffer {
  return encode({
    type: 'response',
    id: query.id ?? 0,
    flags: AUTHORITATIVE_ANSWER | RECURSION_AVAILABLE | flags | code,
    questions: query.questions ?? [],
    answers: [...answers],
  });
}

function forgeries(query: DecodedPacket): Buffer[] {
  const [question] = query.questions ?? [];
  if (!question) return [];
  const data = '6.6.6.6';
  const forged: Answer = { type: 'A', name: question.name, ttl: 9, data };
  const other = { ...question, name: `not-${question.name}` };
  const right = respond(query, { code: 0, answers: [forged] }, 0);
  return [
    respond({ ...query, id: ((query.id ?? 0) + 1) % 65_536 }, { code: 0, answers: [forged] }, 0),
    respond({ ...query, questions: [other] }, { code: 0, answers: [{ ...forged, name: other.name }] }, 0),
    // A query instead of a response, with the correct ID.
    encode({ type: 'query', id: query.id ?? 0, questions: [question] }),
    right.subarray(0, right.length - 3),
  ];
}
