import { randomInt } from 'node:crypto';
import {
  AUTHENTIC_DATA,
  decode,
  DNSSEC_OK,
  encode,
  RECURSION_DESIRED,
  type Answer,
  type DecodedPacket,
  type Packet,
  type TlsaData,
} from 'dns-packet';
import type { DnsQuestion, DnsRecord, CachedAnswer, TlsaRecord } from './dns-answer.ts';

/**
 * Requested maximum size of a UDP answer, in bytes. Such answers are not fragmented on common paths (DNS flag day
 * 2020).
 */
export const UDP_PAYLOAD_BYTES = 1_232;
/** Maximum number of CNAMEs that are followed. */
export const MAX_CNAME_CHAIN = 10;
/** Minimum cache time, in seconds. Without this minimum, a record with a TTL of 0 would be queried once per message. */
export const MIN_KEEP_SECONDS = 5;
/** Maximum cache time of an answer with records, in seconds. */
export const MAX_KEEP_SECONDS = 3_600;
/** Maximum cache time of a negative answer, in seconds. */
export const MAX_NEGATIVE_KEEP_SECONDS = 60;

/** An encoded DNS query with its ID. */
export interface DnsQuery {
  readonly id: number;
  readonly question: DnsQuestion;
  /** Whether validation was requested, so that the server's AD flag is trusted. */
  readonly isValidated: boolean;
  readonly bytes: Buffer;
}

/**
 * Result of parsing a server's message: an answer, a truncated answer (the query is then repeated over TCP), or a
 * failure of the server.
 */
export type DnsReading =
  | { readonly kind: 'answer'; readonly kept: CachedAnswer }
  | { readonly kind: 'truncated' }
  /**
   * `isSilence` means that the server did not respond and may be queried again. A server that responded with an error
   * is not queried again.
   */
  | { readonly kind: 'failure'; readonly reason: string; readonly isSilence: boolean };

const MAX_ID = 0xffff;
/**
 * Padding that is appended to TLSA responses, so that the decoder reads past the end of a truncated message instead of
 * silently returning truncated data. It is as long as the longest possible record data.
 */
const PADDING = Buffer.alloc(0xffff);
const RESPONSE_CODE = 0x0f;
const NO_ERROR = 0;
const NXDOMAIN = 3;
const RESPONSE_CODES: Readonly<Record<number, string>> = { 1: 'FORMERR', 2: 'SERVFAIL', 4: 'NOTIMP', 5: 'REFUSED' };

/**
 * Creates a query with an unpredictable ID (RFC 5452) and EDNS0 (RFC 6891). `isValidated` requests authenticated data
 * (AD and DO: RFC 6840 5.7, RFC 3225).
 */
export function makeQuery(question: DnsQuestion, isValidated = false): DnsQuery {
  const id = randomInt(MAX_ID + 1);
  const packet: Packet = {
    type: 'query',
    id,
    flags: RECURSION_DESIRED | (isValidated ? AUTHENTIC_DATA : 0),
    questions: [{ ...question, class: 'IN' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_PAYLOAD_BYTES,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: isValidated ? DNSSEC_OK : 0,
        flag_do: isValidated,
        options: [],
      },
    ],
  };
  return { id, question, isValidated, bytes: encode(packet) };
}

/**
 * Parses a message. Returns undefined if it is malformed or does not answer this query, so that forged messages are
 * ignored.
 */
export function readMessage(bytes: Buffer, query: DnsQuery): DnsReading | undefined {
  const packet = decoded(bytes, query);
  if (!packet || !isAnswerTo(packet, query)) return undefined;
  if (packet.flag_tc) return { kind: 'truncated' };
  const code = (packet.flags ?? 0) & RESPONSE_CODE;
  if (code !== NO_ERROR && code !== NXDOMAIN) {
    return { kind: 'failure', reason: RESPONSE_CODES[code] ?? `response code ${code}`, isSilence: false };
  }
  return { kind: 'answer', kept: readAnswer(packet, query, code === NXDOMAIN) };
}

function decoded(bytes: Buffer, { question }: DnsQuery): DecodedPacket | undefined {
  try {
    // If a message ends within TLSA data, the decoder silently returns truncated data. With padding, it reads past the
    // end of the message instead, and the check below detects this.
    const packet = decode(question.type === 'TLSA' ? Buffer.concat([bytes, PADDING]) : bytes);
    // The decoder reads past the end of a truncated message and returns data that was not sent.
    return decode.bytes > bytes.length ? undefined : packet;
  } catch {
    // Anyone can send a packet to the socket. Ignore an unreadable packet and keep waiting.
    return undefined;
  }
}

function isAnswerTo(packet: DecodedPacket, { id, question }: DnsQuery): boolean {
  const [asked, ...more] = packet.questions ?? [];
  return (
    packet.flag_qr &&
    packet.id === id &&
    more.length === 0 &&
    asked?.type === question.type &&
    asked.class === 'IN' &&
    plainName(asked.name) === question.name
  );
}

function readAnswer(packet: DecodedPacket, { question, isValidated }: DnsQuery, isNonexistent: boolean): CachedAnswer {
  const vouched = isValidated && packet.flag_ad && ({ isAuthenticated: true } as const);
  const answers = (packet.answers ?? []).filter((answer) => !('class' in answer) || answer.class === 'IN');
  const chain = question.type === 'CNAME' ? { name: question.name, ttls: [] } : followChain(answers, question.name);
  if (!chain) {
    const reason = `${question.name} has a chain of more than ${MAX_CNAME_CHAIN} CNAME records`;
    return { answer: { kind: 'failed', reason }, keepSeconds: MIN_KEEP_SECONDS };
  }
  const own = answers.filter((answer) => answer.type === question.type && plainName(answer.name) === chain.name);
  const records = own.map(recordOf).filter((record) => record !== undefined);
  if (records.length === 0) {
    const answer = isNonexistent ? ({ kind: 'nonexistent' } as const) : ({ kind: 'absent', ...vouched } as const);
    return { answer, keepSeconds: clamp(negativeTtl(packet), MAX_NEGATIVE_KEEP_SECONDS) };
  }
  const zoneTtlSeconds = Math.min(...chain.ttls, ...own.map(ttlOf));
  const ttlSeconds = clamp(zoneTtlSeconds, MAX_KEEP_SECONDS);
  const longer = zoneTtlSeconds > ttlSeconds && { zoneTtlSeconds };
  const alias = chain.name !== question.name && { canonicalName: chain.name };
  const answer = { kind: 'found', records, ttlSeconds, ...longer, ...alias, ...vouched } as const;
  return { answer, keepSeconds: ttlSeconds };
}

/**
 * Follows the CNAME records of a name within the answer (RFC 1034 4.3.2). Returns the final name and the TTLs of these
 * records.
 */
function followChain(answers: readonly Answer[], from: string): { name: string; ttls: readonly number[] } | undefined {
  const ttls: number[] = [];
  let name = from;
  for (;;) {
    const alias = answers.find((answer) => answer.type === 'CNAME' && plainName(answer.name) === name);
    if (alias?.type !== 'CNAME') return { name, ttls };
    if (ttls.length === MAX_CNAME_CHAIN) return undefined;
    ttls.push(ttlOf(alias));
    name = plainName(alias.data);
  }
}

function recordOf(answer: Answer): DnsRecord | undefined {
  switch (answer.type) {
    case 'A':
    case 'AAAA':
      return answer.data;
    case 'CNAME':
      return plainName(answer.data);
    case 'MX':
      return { exchange: plainName(answer.data.exchange), preference: answer.data.preference ?? 0 };
    case 'TLSA':
      return tlsaOf(answer.data);
    case 'TXT':
      return joined(answer.data);
    default:
      return undefined;
  }
}

function tlsaOf({ usage, selector, matchingType, certificate }: TlsaData): TlsaRecord {
  return { usage, selector, matching: matchingType, data: certificate.toString('hex') };
}

/** Concatenates the strings of a TXT record, each at most 255 bytes, without separators (RFC 7208 3.3, RFC 6376). */
function joined(data: string | Buffer | readonly (string | Buffer)[]): string {
  const parts = typeof data === 'string' || Buffer.isBuffer(data) ? [data] : data;
  return Buffer.concat(parts.map((part) => Buffer.from(part))).toString('utf8');
}

function ttlOf(answer: Answer): number {
  return ('ttl' in answer && answer.ttl) || 0;
}

/** Returns the TTL of a negative answer (RFC 2308 5). */
function negativeTtl(packet: DecodedPacket): number {
  const soa = packet.authorities?.find((record) => record.type === 'SOA');
  return soa?.type === 'SOA' ? Math.min(ttlOf(soa), soa.data.minimum ?? 0) : MAX_NEGATIVE_KEEP_SECONDS;
}

function clamp(seconds: number, maximum: number): number {
  return Math.min(Math.max(seconds, MIN_KEEP_SECONDS), maximum);
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
