import { randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
const POOL_BYTES = 256 * ID_BYTES;

/**
 * Creates a generator of request IDs: 32 random hex digits. The random bytes come from a pool, because requesting them
 * separately for each ID is slow.
 */
export function createRequestIds(): () => string {
  const pool = Buffer.allocUnsafe(POOL_BYTES);
  let offset = POOL_BYTES;
  return () => {
    if (offset === POOL_BYTES) {
      randomFillSync(pool);
      offset = 0;
    }
    offset += ID_BYTES;
    return pool.toString('hex', offset - ID_BYTES, offset);
  };
}
