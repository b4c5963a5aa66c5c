import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readPlainHead, type PlainHead } from './overload-head.ts';

/** What refusing on the shortcut takes. */
export interface ShortcutParts {
  /** Whether a request with this method and target is to be refused now; asked once for each. */
  readonly refuses: (method: string, target: string) => boolean;
  /** The whole answer in Latin-1, as it goes onto the wire. */
  readonly refusal: () => string;
}

/** The shortcut of a server. */
export interface Shortcut {
  /** Looks at the requests of a server; once, before it listens. */
  watch(server: Server): void;
  /** Takes a connection on which a request was refused in the usual way: what follows on it may be refused on the shortcut. */
  take(socket: Socket): void;
}

/** A connection that was taken, as far as we know where on it requests begin. */
interface Line {
  /** Nothing is known before a chunk was exactly one request for Node as well: more may have come than was answered. */
  isSure: boolean;
  /** Bytes of the present request that are still to come. */
  bytesToCome: number;
  /** The latest request that Node has read. */
  latest: IncomingMessage | undefined;
  /** Requests that Node has and whose answers are not at their end. */
  inProgress: number;
  /** We no longer know where requests begin: everything is left to Node until the connection ends. */
  isLost: boolean;
  /** The latest head that was read here, and its bytes: callers say the same again and again. */
  known: { readonly bytes: Buffer; readonly head: PlainHead } | undefined;
}

/** Longer heads are read each time, so that ten thousand connections hold ten megabytes at most. */
const MAX_KNOWN_BYTES = 1_024;

/**
 * Refuses requests before Node parses them, in one write. A refusal by way of a request, a response and a router costs more
 * than twice the CPU, and under overload most of what a process does is refuse. Only a request that is there as a whole,
 * on a connection with nothing else under way, is refused so; all else takes the usual way, where it is refused as well.
 * A connection is taken only when it met an overload: Node reads one that nobody looks at for 20 µs a request less.
 */
export function createShortcut(parts: ShortcutParts): Shortcut {
  const lines = new WeakMap<Socket, Line>();
  return {
    watch(server) {
      server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
        const line = lines.get(request.socket);
        if (line) note(line, request, response);
      });
    },
    take(socket) {
      const [feed, another] = socket.listeners('data');
      // Node's server reads so since its beginning; should that change, it goes on without the shortcut.
      if (lines.has(socket) || !feed || another) return;
      const line: Line = {
        isSure: false,
        bytesToCome: 0,
        latest: undefined,
        inProgress: 0,
        isLost: false,
        known: undefined,
      };
      lines.set(socket, line);
      const read = (chunk: Buffer): void => feed.call(socket, chunk);
      // The listener of Node is one for 'data', which is called with a chunk.
      socket.off('data', feed as (chunk: Buffer) => void).on('data', (chunk: Buffer) => {
        if (!line.isSure) line.isSure = isOneRequest(line, chunk, read);
        else if (isRefused(parts, socket, line, chunk)) socket.write(parts.refusal(), 'latin1');
        else read(chunk);
      });
    },
  };
}

function note(line: Line, request: IncomingMessage, response: ServerResponse): void {
  line.latest = request;
  line.inProgress += 1;
  response.once('close', () => {
    line.inProgress -= 1;
  });
}

/** Has Node read a chunk, and tells whether it was one request from its first to its last byte, and nothing is left over. */
function isOneRequest(line: Line, chunk: Buffer, read: (chunk: Buffer) => void): boolean {
  const before = line.latest;
  const head = readPlainHead(chunk);
  read(chunk);
  const { latest } = line;
  if (!head || head.totalBytes !== chunk.length || !latest || latest === before) return false;
  // Where a part of a head had come before, Node has read another request than we have.
  return latest.complete && latest.method === head.method && latest.url === head.target;
}

/** Notes what a chunk is of, and tells whether it is a request that is refused; then Node must not see it. */
function isRefused(parts: ShortcutParts, socket: Socket, line: Line, chunk: Buffer): boolean {
  if (line.isLost) return false;
  if (line.bytesToCome > 0) {
    line.bytesToCome -= chunk.length;
    // A chunk that holds the end of one request and the beginning of another is not taken apart.
    line.isLost = line.bytesToCome < 0;
    return false;
  }
  const head = headOf(line, chunk);
  if (!head || head.totalBytes < chunk.length) {
    line.isLost = true;
    return false;
  }
  line.bytesToCome = head.totalBytes - chunk.length;
  return line.bytesToCome === 0 && isAlone(line, head) && socket.writable && parts.refuses(head.method, head.target);
}

/** As `readPlainHead`; a head that is the same to the last byte is not read again, which is most of what reading costs. */
function headOf(line: Line, chunk: Buffer): PlainHead | undefined {
  const { known } = line;
  if (known && chunk.length >= known.bytes.length && known.bytes.compare(chunk, 0, known.bytes.length) === 0) {
    return known.head;
  }
  const head = readPlainHead(chunk);
  if (head && head.headBytes <= MAX_KNOWN_BYTES) {
    line.known = { bytes: Buffer.from(chunk.subarray(0, head.headBytes)), head };
  }
  return head;
}

function isAlone(line: Line, head: PlainHead): boolean {
  return line.inProgress === 0 && head.isOrdinary;
}
