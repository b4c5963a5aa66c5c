import { randomFillSync } from 'node:crypto';

const POOL_SIZE = 4096;
const ID_RANDOM_BYTES = 10;

/**
 * How far ahead of our clock an id may lie before it is refused as made up: as far as messages are stored, because it may
 * have been made while a clock was wrong.
 */
const FUTURE_TOLERANCE_MS = 8 * 24 * 3_600_000;
/** A clock that is set back by more is followed: order among ids is worth less than their day. */
const KEEP_ORDER_MS = 5_000;

/**
 * Makes UUIDv7 text (RFC 9562 section 5.7), ascending within one generator even inside one millisecond and when the clock
 * goes back a little (section 6.2).
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
      // The counter starts low in its 12 bits, so that one millisecond has room for thousands of ids.
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

/** Milliseconds since the Unix epoch at which the UUIDv7 was made. */
export function timeOfUuid(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

/** The least UUIDv7 of a moment: those that were made before it sort before it. */
export function leastUuidOf(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** The least and the greatest of some UUIDs: bounds by which PostgreSQL leaves out the days that none of them is of. */
export function rangeOfUuids(uuids: readonly string[]): readonly [least: string, greatest: string] {
  const [first = leastUuidOf(0), ...rest] = uuids;
  let [least, greatest] = [first, first];
  for (const uuid of rest) {
    if (uuid < least) least = uuid;
    if (uuid > greatest) greatest = uuid;
  }
  return [least, greatest];
}

/** `tm_` + 32 hex digits, the public form of an id; the prefix names the kind (`tm`, `whd`). */
export function presentId(prefix: string, uuid: string): string {
  return `${prefix}_${hexOfUuid(uuid)}`;
}

/** The 32 hex digits of a UUID. Cut and not searched: it is done some times for each mail and each event. */
export function hexOfUuid(uuid: string): string {
  return uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24);
}

/** The UUID behind a public id, or undefined when the text is no id of that kind or claims a time yet to come. */
export function parseId(prefix: string, text: string, nowMs: number): string | undefined {
  if (text.length !== prefix.length + 33 || !text.startsWith(`${prefix}_`)) return undefined;
  const hex = text.slice(prefix.length + 1);
  if (!/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/.test(hex)) return undefined;
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return timeOfUuid(uuid) <= nowMs + FUTURE_TOLERANCE_MS ? uuid : undefined;
}
