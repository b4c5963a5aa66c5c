import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Refusal } from '../base/refusal.ts';
import type { BodyDecoder } from './route.ts';
import { decodeForm } from './form.ts';
import { decodeJson, decodeUtf8 } from './json.ts';
import { shown } from './shown.ts';

const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const UTF8_NAMES = ['utf-8', 'utf8', 'us-ascii', 'ascii'];

/** Reserves memory for arriving bytes. Returns false if there is not enough memory. */
type Reserve = (bytes: number) => boolean;

interface Reading {
  readonly limitBytes: number;
  /** Declared length. Undefined for a chunked body. */
  readonly declaredBytes: number | undefined;
  /** Reserves memory while the body arrives. Absent if it was reserved in advance. */
  readonly reserve?: Reserve;
}

/** Thrown if the client disconnected before the request was complete. No response can be sent. */
export class HungUp extends Error {
  override readonly name = 'HungUp';
}

/**
 * Reads and decodes a request body of at most `limitBytes`. Resolves with undefined if there is no body. Checks the
 * headers before it reads the body. Throws unsupported_media_type, payload_too_large, service_unavailable (no memory),
 * validation_error, or HungUp.
 */
export async function receiveBody(
  request: IncomingMessage,
  limitBytes: number,
  reserve: Reserve,
  findDecoder: BodyDecoder = decoderOf,
): Promise<unknown> {
  const { headers } = request;
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (!isChunked && Number(headers['content-length'] ?? 0) === 0) return undefined;
  const decode = findDecoder(headers['content-type'], headers['content-encoding']);
  return decode(await receiveBytes(request, limitBytes, reserve));
}

/**
 * Reads a request body without decoding it, with the same limits as `receiveBody`. Throws payload_too_large,
 * service_unavailable, or HungUp.
 */
export async function receiveBytes(request: IncomingMessage, limitBytes: number, reserve: Reserve): Promise<Buffer> {
  const { headers } = request;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const declaredBytes = Number(headers['content-length'] ?? 0);
  if (declaredBytes > limitBytes) throw tooLarge(limitBytes);
  if (!reserve(declaredBytes)) throw noRoom();
  const reading = isChunked ? { limitBytes, declaredBytes: undefined, reserve } : { limitBytes, declaredBytes };
  return readBytes(request, reading);
}

/** Decodes a complete body according to the request headers. Throws unsupported_media_type or validation_error. */
export function decodeBody(bytes: Buffer, headers: IncomingHttpHeaders, findDecoder: BodyDecoder = decoderOf): unknown {
  return findDecoder(headers['content-type'], headers['content-encoding'])(bytes);
}

/** Throws unsupported_media_type if the body is compressed. */
export function uncompressed(encoding = 'identity'): void {
  if (encoding.trim().toLowerCase() === 'identity') return;
  throw new Refusal('unsupported_media_type', {
    message: `Bodies with the content encoding ${quoted(encoding)} are not supported.`,
  });
}

/**
 * Returns a decoder for JSON or a form. Throws unsupported_media_type for other types, compressed bodies, and charsets
 * other than UTF-8.
 */
export function decoderOf(type = '', encoding?: string): (bytes: Buffer) => unknown {
  uncompressed(encoding);
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  if (!UTF8_NAMES.includes(charset.toLowerCase())) {
    throw new Refusal('unsupported_media_type', {
      message: `Bodies in the charset ${quoted(charset)} are not supported.`,
    });
  }
  const essence = type.replace(/;.*$/s, '').trim().toLowerCase();
  if (JSON_TYPE.test(essence)) return decodeJson;
  if (essence === FORM_TYPE) return (bytes) => decodeForm(decodeUtf8(bytes));
  throw new Refusal('unsupported_media_type', {
    message: essence === '' ? 'The body has no Content-Type.' : `Bodies of type ${quoted(essence)} are not supported.`,
  });
}

function readBytes(request: IncomingMessage, { limitBytes, declaredBytes, reserve }: Reading): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const target = createTarget(declaredBytes);
    let length = 0;
    const stop = (): void => {
      request.off('data', onData).off('end', onEnd).off('error', onLost).off('close', onLost);
    };
    /**
     * Reads and discards the rest of the body until the request times out. A connection reset could otherwise overtake
     * the response.
     */
    const refuse = (refusal: Refusal): void => {
      stop();
      target.drop();
      // The request is already rejected, so ignore a disconnect.
      request.on('error', () => {});
      reject(refusal);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > limitBytes) refuse(tooLarge(limitBytes));
      else if (reserve && !reserve(chunk.length)) refuse(noRoom());
      else target.add(chunk);
    };
    const onEnd = (): void => {
      stop();
      resolve(target.bytes());
    };
    const onLost = (): void => {
      stop();
      reject(new HungUp());
    };
    request.on('data', onData).on('end', onEnd).on('error', onLost).on('close', onLost);
  });
}

/** Collects a body, in one buffer if its length is known. A large body would otherwise be in memory twice. */
function createTarget(declaredBytes: number | undefined) {
  const chunks: Buffer[] = [];
  let place: Buffer | undefined;
  let length = 0;
  return {
    add(chunk: Buffer): void {
      if (declaredBytes === undefined || chunk.length === declaredBytes) {
        chunks.push(chunk);
      } else {
        place ??= Buffer.allocUnsafe(declaredBytes);
        chunk.copy(place, length);
      }
      length += chunk.length;
    },
    bytes: (): Buffer =>
      place?.subarray(0, length) ?? (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
    drop(): void {
      chunks.length = 0;
      place = undefined;
    },
  };
}

/** Returns the error for a body that exceeds the route's limit. */
export function tooLarge(limitBytes: number): Refusal {
  return new Refusal('payload_too_large', { message: `The body is larger than the limit of ${limitBytes} bytes.` });
}

/** Returns the error for a body that does not fit into memory. */
export function noRoom(): Refusal {
  return new Refusal('service_unavailable', {
    message: 'The server is receiving too many request bodies.',
    retryAfterSeconds: 1,
  });
}

function quoted(text: string): string {
  return JSON.stringify(shown(text));
}
