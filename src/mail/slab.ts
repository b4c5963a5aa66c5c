/** Size of a memory block that many messages share, in bytes. */
const SLAB_BYTES = 256 * 1024;

/** Allocates small buffers from a larger buffer. */
export interface Slab {
  /**
   * Returns uninitialized memory of the given size. The whole block stays in memory while any of its buffers is
   * referenced.
   */
  take(bytes: number): Buffer;
}

/** Creates a slab. When its memory is used up, a new block replaces it. */
export function createSlab(): Slab {
  let rest = Buffer.alloc(0);
  return {
    take(bytes) {
      if (bytes > SLAB_BYTES / 4) return Buffer.allocUnsafeSlow(bytes);
      if (rest.length < bytes) rest = Buffer.allocUnsafeSlow(SLAB_BYTES);
      const piece = rest.subarray(0, bytes);
      rest = rest.subarray(bytes);
      return piece;
    },
  };
}
