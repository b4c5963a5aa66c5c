import { now } from '../present.ts';

/** Replaces `createUuidGenerator` of base/ids.ts. Generates UUIDv7s that depend only on the seed. */
export function createUuidGenerator(): (nowMs: number) => string {
  return (nowMs) => {
    const time = nowMs.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${now().nextName().toString(16).padStart(12, '0')}`;
  };
}
