import { MAX_DEPTH, MAX_PROPERTIES_BYTES } from './limits.ts';

/** Values that an application reported with an event. */
export type Properties = Readonly<Record<string, unknown>>;

/**
 * Returns the reason why properties cannot be stored, worded as the end of a sentence. Returns undefined if the
 * properties are valid. Pure.
 */
export function faultOfProperties(properties: Properties): string | undefined {
  if (isDeeperThan(properties, MAX_DEPTH)) return `must be nested at most ${MAX_DEPTH} levels deep.`;
  const bytes = Buffer.byteLength(JSON.stringify(properties));
  return bytes > MAX_PROPERTIES_BYTES
    ? `must have at most ${MAX_PROPERTIES_BYTES} bytes as JSON, not ${bytes}.`
    : undefined;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
