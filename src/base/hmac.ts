import { createHmac, hash } from 'node:crypto';

/** Signs `<prefix><body>` with HMAC-SHA256 (RFC 2104). */
export interface Mac {
  (prefix: string, body: Uint8Array, encoding: 'hex' | 'base64'): string;
  (prefix: string, body: Uint8Array, encoding: 'buffer'): Buffer;
}

/** Block size of SHA-256 in bytes (RFC 6234). */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** Maximum number of UTF-8 bytes per UTF-16 code unit in the prefix. */
const MAX_CHARACTER_BYTES = 3;
/**
 * Maximum length, in bytes, of text that is signed through the shared buffer. Longer text is signed without copying.
 */
export const MAX_PIECE_BYTES = 8 * 1024;

/**
 * Prepares a key for many signatures. Each signature is two one-shot hash calls over a reused buffer. This takes half
 * the time of Node's `Hmac`.
 */
export function createMac(key: Uint8Array): Mac {
  const inner = Buffer.alloc(BLOCK_BYTES + MAX_PIECE_BYTES);
  const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);
  pad(key, 0x36).copy(inner);
  pad(key, 0x5c).copy(outer);
  function mac(prefix: string, body: Uint8Array, encoding: 'hex' | 'base64'): string;
  function mac(prefix: string, body: Uint8Array, encoding: 'buffer'): Buffer;
  function mac(prefix: string, body: Uint8Array, encoding: 'hex' | 'base64' | 'buffer'): string | Buffer {
    if (prefix.length * MAX_CHARACTER_BYTES + body.length > MAX_PIECE_BYTES) {
      const digest = createHmac('sha256', key).update(prefix).update(body).digest();
      return encoding === 'buffer' ? digest : digest.toString(encoding);
    }
    const at = BLOCK_BYTES + inner.write(prefix, BLOCK_BYTES);
    inner.set(body, at);
    // A binary string is cheaper than another buffer.
    outer.write(hash('sha256', inner.subarray(0, at + body.length), 'binary'), BLOCK_BYTES, 'latin1');
    return hash('sha256', outer, encoding);
  }
  return mac;
}

/** Pads the key with zeros, or its hash if the key is longer than a block, and XORs the result with `byte`. */
function pad(key: Uint8Array, byte: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key);
  for (const [at, value] of block.entries()) block[at] = value ^ byte;
  return block;
}
