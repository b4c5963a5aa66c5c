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
import type { DnsQuestion, DnsRecord, KeptAnswer, TlsaRecord } from './dns-answer.ts';

/** Largest UDP answer that is asked for: it is not fragmented on any usual path (DNS flag day 2020). */
export const UDP_PAYLOAD_BYTES = 1_232;
/** Longest chain of CNAMEs that is followed. */
export const MAX_CNAME_CHAIN = 10;
/** Answers are kept no shorter: one with a time of 0 would be asked for once per mail. */
export const MIN_KEEP_SECONDS = 5;
/** Answers are kept no longer: whoever moves their mail to another server need not wait longer for us. */
export const MAX_KEEP_SECONDS = 3_600;
/** That something is not there is kept no longer: whoever sets a record up wants to see it. */
export const MAX_NEGATIVE_KEEP_SECONDS = 60;

/** A question as it is sent: its id and bytes. */
export interface DnsQuery {
  readonly id: number;
  readonly question: DnsQuestion;
  /** Whether the server was asked to validate, and is believed when it says that it did. */
  readonly isValidated: boolean;
  readonly bytes: Buffer;
}

/** What a server's message means: an answer, a demand to ask again by TCP, or a failure of that server. */
export type DnsReading =
  | { readonly kind: 'answer'; readonly kept: KeptAnswer }
  | { readonly kind: 'truncated' }
  /** To ask a silent server again makes sense, to ask one again that refused does not. */
  | { readonly kind: 'failure'; readonly reason: string; readonly isSilence: boolean };

const MAX_ID = 0xffff;
/** As long as the longest data of a record. */
const PADDING = Buffer.alloc(0xffff);
const RESPONSE_CODE = 0x0f;
const NO_ERROR = 0;
const NXDOMAIN = 3;
const RESPONSE_CODES: Readonly<Record<number, string>> = { 1: 'FORMERR', 2: 'SERVFAIL', 4: 'NOTIMP', 5: 'REFUSED' };

/**
 * Makes a query with an id that cannot be guessed (RFC 5452) and EDNS0 (RFC 6891); with `isValidated` it asks whether the
 * answer is authenticated (AD and DO: RFC 6840 5.7, RFC 3225).
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

/** Reads a message; undefined when it is none or does not answer this query, so that a forged one is passed over. */
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
    // Data of TLSA is cut where the bytes end, without a sign of it; with more behind them, the decoder goes past the end.
    const packet = decode(question.type === 'TLSA' ? Buffer.concat([bytes, PADDING]) : bytes);
    // The decoder reads past the end of a message that was cut off, and makes up what is not there.
    return decode.bytes > bytes.length ? undefined : packet;
  } catch {
    // Anybody can send a packet; one that cannot be read is as good as none, and the time-out speaks for it.
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

function readAnswer(packet: DecodedPacket, { question, isValidated }: DnsQuery, isNonexistent: boolean): KeptAnswer {
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

/** The name at the end of the aliases of a name, which the server sends along (RFC 1034 4.3.2). */
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

/** A TXT record is cut into strings of at most 255 bytes that belong together without a gap (RFC 7208 3.3, RFC 6376). */
function joined(data: string | Buffer | readonly (string | Buffer)[]): string {
  const parts = typeof data === 'string' || Buffer.isBuffer(data) ? [data] : data;
  return Buffer.concat(parts.map((part) => Buffer.from(part))).toString('utf8');
}

function ttlOf(answer: Answer): number {
  return ('ttl' in answer && answer.ttl) || 0;
}

/** How long the zone wants its 'no' to be kept (RFC 2308 5). */
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
