import { now } from '../present.ts';

/** Replaces `randomText` of base/crypto.ts. Returns text that depends only on the seed. */
export function randomText(length: number): string {
  return now().nextName().toString(36).padStart(length, '0');
}
