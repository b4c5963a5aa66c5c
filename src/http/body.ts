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

/** Takes room for bytes that arrive; false refuses them. */
type Reserve = (bytes: number) => boolean;

/** How a body is read. */
interface Reading {
  readonly limitBytes: number;
  /** The length that was declared; undefined of a chunked body. */
  readonly declaredBytes: number | undefined;
  /** Takes room while the body arrives; absent when it was taken before. */
  readonly reserve?: Reserve;
}

/** The caller hung up before the request was complete: there is nobody to answer. */
export class HungUp extends Error {
  override readonly name = 'HungUp';
}

/**
 * Reads and decodes a request's body; undefined when it is empty. Type, encoding and declared length are judged before
 * the first byte is read, the length of a chunked body while it arrives, so no more than `limitBytes` is ever held.
 * Throws unsupported_media_type, payload_too_large, service_unavailable (no room), validation_error, or HungUp.
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

/** Reads a request's body as it is, under the same limits. Throws payload_too_large, service_unavailable or HungUp. */
export async function receiveBytes(request: IncomingMessage, limitBytes: number, reserve: Reserve): Promise<Buffer> {
  const { headers } = request;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const declaredBytes = Number(headers['content-length'] ?? 0);
  if (declaredBytes > limitBytes) throw tooLarge(limitBytes);
  if (!reserve(declaredBytes)) throw noRoom();
  const reading = isChunked ? { limitBytes, declaredBytes: undefined, reserve } : { limitBytes, declaredBytes };
  return readBytes(request, reading);
}

/** Decodes a body that was received whole, by the headers that came with it. Throws unsupported_media_type or validation_error. */
export function decodeBody(bytes: Buffer, headers: IncomingHttpHeaders, findDecoder: BodyDecoder = decoderOf): unknown {
  return findDecoder(headers['content-type'], headers['content-encoding'])(bytes);
}

/** Throws unsupported_media_type for a body that is compressed. */
export function uncompressed(encoding = 'identity'): void {
  if (encoding.trim().toLowerCase() === 'identity') return;
  throw new Refusal('unsupported_media_type', {
    message: `Bodies with the content encoding ${quoted(encoding)} are not supported.`,
  });
}

/** Gives what decodes JSON or a form. Throws unsupported_media_type for what is neither, is compressed, or is not in UTF-8. */
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
    /** The stream flows on, to nobody, until the time for the request is over: no reset overtakes the answer. */
    const refuse = (refusal: Refusal): void => {
      stop();
      target.drop();
      // A caller who hangs up now has had the answer already.
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

/** Gathers a body. Of known length it is gathered in place: large ones would else be held twice. */
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

/** A body has more bytes than its route takes. */
export function tooLarge(limitBytes: number): Refusal {
  return new Refusal('payload_too_large', { message: `The body is larger than the limit of ${limitBytes} bytes.` });
}

/** There is no room for another body now. */
export function noRoom(): Refusal {
  return new Refusal('service_unavailable', {
    message: 'The server is receiving too many request bodies.',
    retryAfterSeconds: 1,
  });
}

function quoted(text: string): string {
  return JSON.stringify(shown(text));
}
