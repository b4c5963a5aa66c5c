import type { IncomingMessage } from 'node:http';
import { invalid, Refusal } from '../base/refusal.ts';
import { tooLarge, uncompressed } from './body.ts';
import { createByteFeed, type ByteFeed } from './byte-feed.ts';
import type { HttpLimits } from './limits.ts';
import { openForm } from './multipart.ts';
import { shown } from './shown.ts';
import type { Upload, UploadSpec } from './upload-types.ts';

/** Maximum size of the form data other than the file, in bytes. */
const FORM_BYTES = 64 * 1024;
/** Memory reserved for an upload, in bytes. */
export const UPLOAD_ROOM_BYTES = 512 * 1024;

/** Timeouts, in milliseconds: for receiving a whole file, and for an upload that sends no data. */
export type UploadTimes = Pick<HttpLimits, 'uploadTimeoutMs' | 'uploadPauseMs'>;

/**
 * Starts to receive a file. Checks the type and the declared length before the first byte, and the actual length while
 * the file arrives. Throws unsupported_media_type, payload_too_large, request_timeout, validation_error with the field,
 * or HungUp.
 */
export async function openUpload(request: IncomingMessage, spec: UploadSpec, times: UploadTimes): Promise<Upload> {
  const { headers } = request;
  uncompressed(headers['content-encoding']);
  const type = (headers['content-type'] ?? '').replace(/;.*$/s, '').trim().toLowerCase();
  const isForm = type === 'multipart/form-data';
  if (!isForm && !spec.types.includes(type)) throw otherType(type, spec);
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > spec.maxBytes + (isForm ? FORM_BYTES : 0)) throw tooLarge(spec.maxBytes);
  const feed = createByteFeed(request, { idleMs: times.uploadPauseMs, longestMs: times.uploadTimeoutMs });
  try {
    if (isForm) return await openForm(feed, headers, spec);
    return { fileName: '', fields: {}, pieces: plain(feed, spec), drop: () => feed.drop() };
  } catch (error) {
    feed.drop();
    throw error;
  }
}

async function* plain(feed: ByteFeed, { field, maxBytes }: UploadSpec): AsyncGenerator<Buffer> {
  let bytes = 0;
  for (let piece = await feed.next(); piece !== undefined; piece = await feed.next()) {
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield piece;
  }
  if (bytes === 0) throw invalid({ [field]: ['must not be empty. Send the file as the request body.'] });
}

function otherType(type: string, { field, types }: UploadSpec): Refusal {
  const named =
    type === '' ? 'The body has no Content-Type.' : `Bodies of type ${JSON.stringify(shown(type))} are not supported.`;
  return new Refusal('unsupported_media_type', {
    message: named,
    fix: `Send the file itself as ${types.join(' or ')}, or in the ${field} field of a form (multipart/form-data).`,
  });
}
