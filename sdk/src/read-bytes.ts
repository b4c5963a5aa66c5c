import { PostriderError } from './errors.ts';

/** Maximum size of a response in bytes. */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

/**
 * Returns the whole body of a response. If the body is larger than the limit, cancels the rest and throws
 * PostriderError.
 */
export async function readBytes(
  answer: Response,
  maxBytes: number = MAX_ANSWER_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = answer.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) break;
    size += part.value.byteLength;
    if (size > maxBytes) {
      // Errors while canceling are ignored, because the response is rejected anyway.
      reader?.cancel().catch(() => {});
      throw new PostriderError('unexpected_answer', `The answer is larger than ${maxBytes} bytes.`);
    }
    chunks.push(part.value);
  }
  return joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
