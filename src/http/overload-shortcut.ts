import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readPlainHead, type PlainHead } from './overload-head.ts';

export interface ShortcutParts {
  /** Returns whether a request with this method and target must be rejected now. Called once per request. */
  readonly refuses: (method: string, target: string) => boolean;
  /** Returns the complete HTTP response in Latin-1. */
  readonly refusal: () => string;
}

/** Shortcut for rejecting requests to an overloaded server. */
export interface Shortcut {
  /** Observes the requests to a server. Call once, before the server listens. */
  watch(server: Server): void;
  /**
   * Starts tracking a connection. Call this after the server has rejected a request on the connection without the
   * shortcut. The shortcut may then reject later requests.
   */
  take(socket: Socket): void;
}

/** A tracked connection, with the progress of its current request. */
interface Line {
  /**
   * Whether Node has confirmed that a chunk was exactly one request. Until then, Node may have buffered the start of a
   * request.
   */
  isSure: boolean;
  /** Number of bytes in the current request that have not arrived yet. */
  bytesToCome: number;
  /** Latest request that Node has parsed. */
  latest: IncomingMessage | undefined;
  /** Number of requests that Node has parsed but not fully answered. */
  inProgress: number;
  /**
   * Set if the start of the next request in the stream is unknown. All input is then passed to Node until the
   * connection ends.
   */
  isLost: boolean;
  /** Last parsed head and its bytes. Cached, because clients repeat the same head. */
  known: { readonly bytes: Buffer; readonly head: PlainHead } | undefined;
}

/** Maximum size of a cached head, in bytes. */
const MAX_KNOWN_BYTES = 1_024;

/**
 * Creates a shortcut that rejects requests before Node parses them. An overloaded process rejects most requests, and
 * the normal path takes more than twice the CPU time.
 *
 * The shortcut rejects only a complete request, on a connection without another request in progress. Connections are
 * tracked only after a rejection, because tracking takes CPU time.
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
      // Node's server reads each socket with exactly one data listener. If this is different in a version of Node.js,
      // do not use the shortcut.
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
      // Safe cast: Node's 'data' listener receives a chunk.
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

/** Passes a chunk to Node. Returns whether it was exactly one request. */
function isOneRequest(line: Line, chunk: Buffer, read: (chunk: Buffer) => void): boolean {
  const before = line.latest;
  const head = readPlainHead(chunk);
  read(chunk);
  const { latest } = line;
  if (!head || head.totalBytes !== chunk.length || !latest || latest === before) return false;
  // Compare method and URL: if a previous chunk contained the start of the request, Node has parsed a different head.
  return latest.complete && latest.method === head.method && latest.url === head.target;
}

/**
 * Updates the progress after a chunk. Returns whether the chunk is a request to reject. Node must not receive such a
 * chunk.
 */
function isRefused(parts: ShortcutParts, socket: Socket, line: Line, chunk: Buffer): boolean {
  if (line.isLost) return false;
  if (line.bytesToCome > 0) {
    line.bytesToCome -= chunk.length;
    // Chunks are not split. If a chunk also contains the start of another request, the progress is unknown from then
    // on.
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

/** Like `readPlainHead`, but reuses the last result if all bytes of the head are equal. */
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
