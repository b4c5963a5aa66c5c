import { randomFillSync } from 'node:crypto';

const POOL_SIZE = 4096;
const ID_RANDOM_BYTES = 10;

/**
 * Maximum time, in milliseconds, by which an ID may be ahead of our clock. IDs that are further ahead are rejected as
 * forged.
 */
const FUTURE_TOLERANCE_MS = 8 * 24 * 3_600_000;
/**
 * If the clock is set back by more than this many milliseconds, the generator uses the earlier time, because the
 * correct day is more important than the order of IDs.
 */
const KEEP_ORDER_MS = 5_000;

/**
 * Creates a generator of UUIDv7 strings (RFC 9562 section 5.7). Its IDs ascend, even within a millisecond, and even if
 * the clock is set back slightly (section 6.2).
 */
export function createUuidGenerator(): (nowMs: number) => string {
  const pool = Buffer.allocUnsafe(POOL_SIZE);
  let offset = POOL_SIZE;
  let lastMs = 0;
  let counter = 0;

  return (nowMs) => {
    if (offset + ID_RANDOM_BYTES > POOL_SIZE) {
      randomFillSync(pool);
      offset = 0;
    }
    if (nowMs > lastMs || nowMs < lastMs - KEEP_ORDER_MS) {
      lastMs = nowMs;
      // The 12-bit counter starts low, so that thousands of IDs are left for each millisecond.
      counter = pool.readUInt16BE(offset) & 0x3ff;
    } else {
      counter += 1;
      if (counter > 0xfff) {
        lastMs += 1;
        counter = 0;
      }
    }
    const time = lastMs.toString(16).padStart(12, '0');
    const random = pool.toString('hex', offset + 2, offset + ID_RANDOM_BYTES);
    offset += ID_RANDOM_BYTES;
    const variant = ((Number.parseInt(random[0] ?? '0', 16) & 0x3) | 0x8).toString(16);
    const sequence = counter.toString(16).padStart(3, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}${random.slice(1, 4)}-${random.slice(4)}`;
  };
}

/** Returns the creation time of a UUIDv7 in milliseconds since the Unix epoch. */
export function timeOfUuid(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

/** Returns a lower bound for the UUIDv7s of a timestamp. UUIDs that were created earlier sort before it. */
export function leastUuidOf(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/**
 * Returns the lowest and the highest of the UUIDs. As bounds, they let PostgreSQL skip the partitions of other days.
 */
export function rangeOfUuids(uuids: readonly string[]): readonly [least: string, greatest: string] {
  const [first = leastUuidOf(0), ...rest] = uuids;
  let [least, greatest] = [first, first];
  for (const uuid of rest) {
    if (uuid < least) least = uuid;
    if (uuid > greatest) greatest = uuid;
  }
  return [least, greatest];
}

/**
 * Returns the public form of an ID: the prefix, an underscore, and 32 hex digits. The prefix identifies the kind of
 * object (`tm`, `whd`).
 */
export function presentId(prefix: string, uuid: string): string {
  return `${prefix}_${hexOfUuid(uuid)}`;
}

/**
 * Returns the 32 hex digits of a UUID. This runs several times per message and event, so it uses slices, which are
 * faster than removing the hyphens.
 */
export function hexOfUuid(uuid: string): string {
  return uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24);
}

/**
 * Returns the UUID in a public ID. Returns undefined if the string is not an ID of that kind, or if its timestamp is
 * too far in the future.
 */
export function parseId(prefix: string, text: string, nowMs: number): string | undefined {
  if (text.length !== prefix.length + 33 || !text.startsWith(`${prefix}_`)) return undefined;
  const hex = text.slice(prefix.length + 1);
  if (!/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/.test(hex)) return undefined;
  const uuid = uuidOfHex(hex);
  return timeOfUuid(uuid) <= nowMs + FUTURE_TOLERANCE_MS ? uuid : undefined;
}

/** Returns the UUID in a public ID from `presentId`. */
export function uuidOfId(id: string): string {
  return uuidOfHex(id.slice(id.indexOf('_') + 1));
}

function uuidOfHex(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
