import { createHmac, hash } from 'node:crypto';

/** Signs `<prefix><body>` with HMAC-SHA256 (RFC 2104). */
export interface Mac {
  (prefix: string, body: Uint8Array, encoding: 'hex' | 'base64'): string;
  (prefix: string, body: Uint8Array, encoding: 'buffer'): Buffer;
}

/** Of SHA-256 (RFC 6234). */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** A byte of a prefix's character, at most (UTF-8 of a UTF-16 unit). */
const MAX_CHARACTER_BYTES = 3;
/** What is signed in one piece; what is longer goes the way that copies nothing. */
export const MAX_PIECE_BYTES = 8 * 1024;

/**
 * Makes a key ready for many signatures. Each is two calls of a one-shot hash over a buffer that is used again: half the
 * time of Node's Hmac, and nothing is left to the collector, for which each of those objects is a special case.
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
    // As a string of bytes, which costs less than a buffer of its own.
    outer.write(hash('sha256', inner.subarray(0, at + body.length), 'binary'), BLOCK_BYTES, 'latin1');
    return hash('sha256', outer, encoding);
  }
  return mac;
}

/** The key, or the hash of one that is longer than a block, filled up with zeros and combined with a byte. */
function pad(key: Uint8Array, byte: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key);
  for (const [at, value] of block.entries()) block[at] = value ^ byte;
  return block;
}
