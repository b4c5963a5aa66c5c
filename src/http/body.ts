import type { IncomingMessage } from 'node:http';
import { Refusal } from '../base/refusal.ts';
import { decodeForm } from './form.ts';
import { decodeJson, decodeUtf8 } from './json.ts';
import { shown } from './shown.ts';

const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const UTF8_NAMES = ['utf-8', 'utf8', 'us-ascii', 'ascii'];

/** Takes room for bytes that arrive; false refuses them. */
type Reserve = (bytes: number) => boolean;

/** The caller hung up before the request was complete: there is nobody to answer. */
export class HungUp extends Error {
  override readonly name = 'HungUp';
}

/**
 * Reads and decodes a request's body; undefined when it is empty. Type, encoding and declared length are judged before
 * the first byte is read, the length of a chunked body while it arrives, so no more than `limitBytes` is ever held.
 * Throws unsupported_media_type, payload_too_large, service_unavailable (no room), validation_error, or HungUp.
 */
export async function receiveBody(request: IncomingMessage, limitBytes: number, reserve: Reserve): Promise<unknown> {
  const { headers } = request;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const declaredBytes = Number(headers['content-length'] ?? 0);
  if (!isChunked && declaredBytes === 0) return undefined;
  const decode = decoderOf(headers['content-type'], headers['content-encoding']);
  if (declaredBytes > limitBytes) throw tooLarge(limitBytes);
  if (!reserve(declaredBytes)) throw noRoom();
  const bytes = await readBytes(request, limitBytes, isChunked ? reserve : undefined);
  return decode(bytes);
}

function decoderOf(type = '', encoding = 'identity'): (bytes: Buffer) => unknown {
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw new Refusal('unsupported_media_type', {
      message: `Bodies compressed with ${quoted(encoding)} are not taken.`,
    });
  }
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  if (!UTF8_NAMES.includes(charset.toLowerCase())) {
    throw new Refusal('unsupported_media_type', { message: `Bodies in the charset ${quoted(charset)} are not taken.` });
  }
  const essence = type.replace(/;.*$/s, '').trim().toLowerCase();
  if (JSON_TYPE.test(essence)) return decodeJson;
  if (essence === FORM_TYPE) return (bytes) => decodeForm(decodeUtf8(bytes));
  throw new Refusal('unsupported_media_type', {
    message: essence === '' ? 'The body has no Content-Type.' : `Bodies of the type ${quoted(essence)} are not taken.`,
  });
}

function readBytes(request: IncomingMessage, limitBytes: number, reserve: Reserve | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = (): void => {
      request.off('data', onData).off('end', onEnd).off('error', onLost).off('close', onLost);
    };
    /** The stream flows on, to nobody, until the time for the request is over: no reset overtakes the answer. */
    const refuse = (refusal: Refusal): void => {
      stop();
      chunks.length = 0;
      // A caller who hangs up now has had the answer already.
      request.on('error', () => {});
      reject(refusal);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > limitBytes) refuse(tooLarge(limitBytes));
      else if (reserve && !reserve(chunk.length)) refuse(noRoom());
      else chunks.push(chunk);
    };
    const onEnd = (): void => {
      stop();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
    };
    const onLost = (): void => {
      stop();
      reject(new HungUp());
    };
    request.on('data', onData).on('end', onEnd).on('error', onLost).on('close', onLost);
  });
}

function tooLarge(limitBytes: number): Refusal {
  return new Refusal('payload_too_large', { message: `The body is larger than the ${limitBytes} bytes allowed here.` });
}

function noRoom(): Refusal {
  return new Refusal('service_unavailable', {
    message: 'Too many bodies are being received at this moment.',
    retryAfterSeconds: 1,
  });
}

function quoted(text: string): string {
  return JSON.stringify(shown(text));
}
