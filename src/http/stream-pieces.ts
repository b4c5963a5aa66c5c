import type { StreamOutput } from './reply-stream.ts';

/** Number of characters per write. After each write, the writer waits until the reader accepts more. */
const PIECE_CHARACTERS = 128 * 1024;

/**
 * Writes text in chunks, as fast as the reader receives them. Never splits a surrogate pair, whose halves would be
 * invalid.
 */
export async function writePieces(output: StreamOutput, text: string): Promise<void> {
  for (let at = 0; at < text.length;) {
    const most = Math.min(at + PIECE_CHARACTERS, text.length);
    const end = most < text.length && isHighSurrogate(text.charCodeAt(most - 1)) ? most - 1 : most;
    if (!output.write(text.slice(at, end))) return;
    await output.taken();
    at = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff;
}
