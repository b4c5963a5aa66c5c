import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { invalid } from '../base/refusal.ts';
import { decoderOf, tooLarge } from './body.ts';
import type { BodyDecoder } from './route.ts';

const gunzipped = promisify(gunzip);

/**
 * Decompresses a gzip body (RFC 1952). Throws payload_too_large if the result would exceed `limitBytes`, and
 * validation_error if the body cannot be decompressed.
 */
export async function unpacked(bytes: Buffer, limitBytes: number): Promise<Buffer> {
  try {
    return await gunzipped(bytes, { maxOutputLength: limitBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limitBytes);
    throw invalid({ body: ['is not valid gzip.'] });
  }
}

/**
 * Returns a decoder for JSON or a form, with or without gzip (RFC 9110, 8.4.1.3). `limitBytes` applies to the
 * decompressed body. Throws unsupported_media_type, payload_too_large, or validation_error.
 */
export function packedDecoder(limitBytes: number): BodyDecoder {
  return (type, encoding) => {
    if (encoding?.trim().toLowerCase() !== 'gzip') return decoderOf(type, encoding);
    const decode = decoderOf(type);
    return async (bytes: Buffer) => decode(await unpacked(bytes, limitBytes));
  };
}
