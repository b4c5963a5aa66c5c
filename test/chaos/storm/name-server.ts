import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { AUTHORITATIVE_ANSWER, decode, encode, type Answer } from 'dns-packet';

/** DNS response code (RFC 1035, section 3.2.2) for a name that does not exist. */
const NXDOMAIN = 3;
const TTL_SECONDS = 300;

/** The name server of a storm. Names that were not added with `put` do not exist. */
export interface NameServer {
  /** Address in the format of POSTRIDER_RESOLVER: `127.0.0.1:port`. */
  readonly address: string;
  put(name: string, type: 'A' | 'MX' | 'TXT', data: string | readonly string[]): void;
  close(): Promise<void>;
}

/** Starts a UDP name server on a free loopback port. */
export async function startNameServer(): Promise<NameServer> {
  const names = new Map<string, Answer[]>();
  const socket = createSocket('udp4');
  socket.on('message', (bytes, { address, port }) => {
    const answer = answerTo(bytes, names);
    if (answer) socket.send(answer, port, address);
  });
  // The client no longer exists, so it does not need the response.
  socket.on('error', () => {});
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    put(name, type, data) {
      const key = name.toLowerCase();
      const ofName = names.get(key) ?? [];
      names.set(key, [...ofName, recordOf(key, type, data)]);
    },
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function recordOf(name: string, type: 'A' | 'MX' | 'TXT', data: string | readonly string[]): Answer {
  const base = { name, ttl: TTL_SECONDS, class: 'IN' } as const;
  if (type === 'TXT') return { ...base, type, data: typeof data === 'string' ? data : [...data] };
  const text = String(data);
  return type === 'A' ? { ...base, type, data: text } : { ...base, type, data: { exchange: text, preference: 10 } };
}

function answerTo(bytes: Buffer, names: ReadonlyMap<string, readonly Answer[]>): Buffer | undefined {
  try {
    const query = decode(bytes);
    const [question] = query.questions ?? [];
    if (!question) return undefined;
    const known = names.get(question.name.toLowerCase());
    return encode({
      type: 'response',
      ...(query.id !== undefined && { id: query.id }),
      flags: AUTHORITATIVE_ANSWER | (known ? 0 : NXDOMAIN),
      questions: [question],
      answers: (known ?? []).filter(({ type }) => type === question.type),
    });
  } catch {
    // Ignore packets that are not DNS messages, because any program can send to a loopback port.
    return undefined;
  }
}
