import { now } from '../present.ts';

/** Stands in for randomText of base/crypto.ts: letters that depend on the seed only. */
export function randomText(length: number): string {
  return now().nextName().toString(36).padStart(length, '0');
}
