import { parseDomain, parseSecret } from './config-values.ts';
import { parseRange, type AddressRange } from './ip-address.ts';

/** An environment setting: its name, its documentation and its parser. */
export interface Setting<T> {
  readonly env: string;
  readonly doc: string;
  /** Default value as shown in the documentation. */
  readonly shownDefault: string;
  readonly secret?: boolean;
  /** Parses the text of the setting. Returns the value, or throws an Error whose message completes '<NAME> ...'. */
  readonly parse: (text: string | undefined) => T;
}

/** Defines a number setting with a range. Only whole numbers are accepted unless `fraction` is given. */
export function number(
  env: string,
  fallback: number,
  [min, max, fraction]: readonly [min: number, max: number, fraction?: 'fraction'],
  doc: string,
  shown?: string,
): Setting<number> {
  return {
    env,
    doc,
    shownDefault: shown ?? String(fallback),
    parse(given) {
      if (given === undefined) return fallback;
      const value = Number(given);
      if (!(fraction ? Number.isFinite(value) : Number.isInteger(value)) || value < min || value > max) {
        throw new Error(`must be a ${fraction ? '' : 'whole '}number from ${min} to ${max}, not "${given}"`);
      }
      return value;
    },
  };
}

/** Defines an optional whole-number setting with a range. */
export function optionalNumber(
  env: string,
  range: readonly [min: number, max: number],
  doc: string,
): Setting<number | undefined> {
  const given = number(env, 0, range, doc);
  return { ...given, shownDefault: '', parse: (value) => (value === undefined ? undefined : given.parse(value)) };
}

/** Defines a string setting with a default. */
export function text(env: string, fallback: string, doc: string, parse = (given: string) => given): Setting<string> {
  return { env, doc, shownDefault: fallback, parse: (given) => (given === undefined ? fallback : parse(given)) };
}

/** Defines an optional string setting. */
export function optional(
  env: string,
  doc: string,
  parse = (given: string) => given,
  secret = false,
): Setting<string | undefined> {
  return { env, doc, secret, shownDefault: '', parse: (given) => (given === undefined ? undefined : parse(given)) };
}

/** Defines a setting of comma-separated domain names; `none` means an empty list. */
export function domains(env: string, fallback: string, doc: string): Setting<readonly string[]> {
  const parse = (given: string): string[] =>
    given === 'none' ? [] : given.split(',').map((name) => parseDomain(name.trim()));
  return { env, doc, shownDefault: fallback, parse: (given) => parse(given ?? fallback) };
}

/** Defines a setting of comma-separated words and phrases, converted to lower case. Default: an empty list. */
export function words(env: string, doc: string): Setting<readonly string[]> {
  const parse = (given: string): string[] => given.split(',').map((word) => word.trim().toLowerCase());
  return { env, doc, shownDefault: '', parse: (given) => parse(given ?? '').filter((word) => word !== '') };
}

/** Defines a setting of comma-separated secrets. Default: an empty list. */
export function secrets(env: string, doc: string): Setting<readonly string[]> {
  const parse = (given: string): string[] => given.split(',').map((secret) => parseSecret(secret.trim()));
  return {
    env,
    doc,
    secret: true,
    shownDefault: '',
    parse: (given) => (given === undefined ? [] : parse(given)),
  };
}

/** Defines a setting of comma-separated IP addresses and ranges. Default: an empty list. */
export function ranges(env: string, doc: string): Setting<readonly AddressRange[]> {
  return {
    env,
    doc,
    shownDefault: '',
    parse: (given) =>
      (given?.split(',') ?? []).map((part) => {
        const range = parseRange(part.trim());
        if (!range) throw new Error(`must be addresses or ranges like 10.0.0.0/8, not "${part.trim()}"`);
        return range;
      }),
  };
}

const ON = ['on', '1', 'true', 'yes'];
const OFF = ['off', '0', 'false', 'no'];

/** Defines a boolean setting that accepts the usual words for on and off. */
export function flag(env: string, doc: string, fallback: 'on' | 'off' = 'off'): Setting<boolean> {
  return {
    env,
    doc: `${doc} \`on\` or \`off\`.`,
    shownDefault: fallback,
    parse(given) {
      const word = (given ?? fallback).toLowerCase();
      if (ON.includes(word)) return true;
      if (OFF.includes(word)) return false;
      throw new Error(`must be on or off (or 1, 0, true, false, yes, no), not "${given}"`);
    },
  };
}

/** Defines a setting whose value is one of the allowed words. */
export function choice<T extends string>(env: string, allowed: readonly T[], fallback: T, doc: string): Setting<T> {
  return {
    env,
    doc: `${doc} One of ${allowed.map((value) => `\`${value}\``).join(', ')}.`,
    shownDefault: fallback,
    parse(given) {
      if (given === undefined) return fallback;
      const found = allowed.find((value) => value === given);
      if (!found) throw new Error(`must be one of ${allowed.join(', ')}, not "${given}"`);
      return found;
    },
  };
}
