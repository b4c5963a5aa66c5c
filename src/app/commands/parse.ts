import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Thrown for invalid arguments. The message is printed with the usage, and the exit code is 2. */
export class UsageError extends Error {}

/** Thrown if a valid command cannot be carried out. The message is printed, and the exit code is 1. */
export class CommandFailure extends Error {}

/** Options and positional arguments in a command line. */
export interface Arguments {
  readonly words: readonly string[];
  /** Returns the value of an option, or undefined if the option is missing. */
  option(name: string): string | undefined;
  /** Returns the value of an option. Throws UsageError if it is missing or empty. */
  required(name: string): string;
  flag(name: string): boolean;
}

/**
 * Parses the arguments of a command. `options` take a value, `flags` do not. Throws UsageError for unknown options and
 * missing values.
 */
export function parseArguments(
  args: readonly string[],
  options: readonly string[],
  flags: readonly string[] = [],
): Arguments {
  const config: NonNullable<ParseArgsConfig['options']> = {};
  for (const name of options) config[name] = { type: 'string' };
  for (const name of flags) config[name] = { type: 'boolean' };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: config, allowPositionals: true });
    const text = (name: string): string | undefined => {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    };
    return {
      words: positionals,
      option: text,
      required(name) {
        const value = text(name);
        if (!value) throw new UsageError(`--${name} is required`);
        return value;
      },
      flag: (name) => values[name] === true,
    };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Returns the positional argument at an index. Throws UsageError with the name `what` if the argument is missing. */
export function word(args: Arguments, position: number, what: string): string {
  const given = args.words[position];
  if (!given) throw new UsageError(`${what} is missing`);
  return given;
}

/**
 * Returns the value of an option as a whole number from `min` to `max`, or `fallback` if the option is missing. Throws
 * UsageError for any other value.
 */
export function wholeNumber(args: Arguments, name: string, fallback: number, [min, max]: [number, number]): number {
  const given = args.option(name);
  if (given === undefined) return fallback;
  const value = Number(given);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}`);
  }
  return value;
}

/**
 * Returns the value of an option as a whole number from 1 to `max`, undefined for `none`, or `present` if the option is
 * missing. Throws UsageError for any other value.
 */
export function limitOption(
  args: Arguments,
  name: string,
  present: number | undefined,
  max: number,
): number | undefined {
  return args.option(name) === 'none' ? undefined : (wholeNumberOption(args, name, [1, max]) ?? present);
}

function wholeNumberOption(args: Arguments, name: string, [min, max]: [number, number]): number | undefined {
  return args.option(name) === undefined ? undefined : wholeNumber(args, name, min, [min, max]);
}
