/** One allocation for many mails: the collector runs by the memory that was asked for, not by what is in use. */
const SLAB_BYTES = 256 * 1024;

/** Memory that is handed out in pieces. */
export interface Slab {
  /** Uninitialised memory of that size. It keeps its slab in memory while it is used. */
  take(bytes: number): Buffer;
}

/** A slab that is replaced when it is used up. */
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
