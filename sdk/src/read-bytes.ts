import { PostriderError } from './errors.ts';

/** Greatest answer that is read: above a page of the fullest messages that the API takes. */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

/** The whole body of an answer. Throws PostriderError, and gives up the rest, when it is larger than the limit. */
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
      // What the peer says to that is of no interest: it is the one at fault.
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
