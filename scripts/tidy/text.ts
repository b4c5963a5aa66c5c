import { isTest, withoutComments, type Source } from './source.ts';

const MAX_FILE_LINES = 300;
const MAX_DOOR_NAMES = 75;

/** Words that are rejected in file names because they do not describe the purpose of a file. */
const EMPTY_NAMES = [
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'manager',
  'managers',
  'service',
  'services',
];

/** The only files that may read the clock or generate random numbers. Other code gets both as parameters. */
const SOURCES_OF_CHANCE = [
  'src/base/clock.ts',
  'src/base/ids.ts',
  'src/base/log.ts',
  'src/main.ts',
  'sdk/src/runtime.ts',
];

/** The only file that may skip tests. It prints each skipped test and the reason. */
const LOUD_SKIP = 'test/support/loud-skip.ts';

/**
 * Returns an error message for each path with a part that is not in kebab-case or does not describe the purpose of a
 * file.
 */
export function badNames(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const parts = path.split('/');
    const odd = parts.find((part) => !/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(part));
    if (odd !== undefined) return [`${path}: "${odd}" is not kebab-case`];
    const empty = parts.flatMap((part) => part.split(/[.-]/)).find((word) => EMPTY_NAMES.includes(word));
    return empty === undefined ? [] : [`${path}: "${empty}" says nothing, name what it is for`];
  });
}

/** Returns an error message for each file that is too long. Tests are exempt. */
export function longFiles(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    if (isTest(path)) return [];
    const lines = text.trimEnd().split('\n').length;
    return lines > MAX_FILE_LINES ? [`${path} has ${lines} lines, at most ${MAX_FILE_LINES}`] : [];
  });
}

/**
 * Returns an error message for each entry point of a feature that contains anything other than one re-export per line,
 * or that exports too many names.
 */
export function crowdedExports(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    if (!/^src\/features\/[^/]+\/[^/]+\/(?:index|for-delivery)\.ts$/.test(path)) return [];
    const lines = withoutComments(text)
      .split('\n')
      .filter((line) => line.trim() !== '');
    const odd = lines.find((line) => !/^export (?:type )?\{ \w+(?: as \w+)? \} from '\.[^']+';$/.test(line));
    if (odd !== undefined) return [`${path}: a door says one name a line and whose it is, not "${odd}"`];
    return lines.length > MAX_DOOR_NAMES
      ? [`${path} offers ${lines.length} names, at most ${MAX_DOOR_NAMES}: what asks for so many belongs to it`]
      : [];
  });
}

/**
 * Returns an error message for each file outside main.ts and app/ that reads environment variables. Tests are exempt.
 */
export function environmentReads(sources: readonly Source[]): string[] {
  return occurrences(
    sources.filter(({ path }) => path !== 'src/main.ts' && !path.startsWith('src/app/') && !isTest(path)),
    /\bprocess\s*\.\s*env\b|\benv\s*\}?\s*from 'node:process'/,
    'the environment is read in main.ts and passed down',
  );
}

/**
 * Returns an error message for each file that reads the clock or generates random numbers instead of taking a `Clock`
 * or a random source. Tests are exempt.
 */
export function chance(sources: readonly Source[]): string[] {
  return occurrences(
    sources.filter(({ path }) => !SOURCES_OF_CHANCE.includes(path) && !isTest(path)),
    /\bDate\s*\.\s*now\b|\bnew Date\(\s*\)|\bMath\s*\.\s*random\b/,
    'take a Clock (src/base/clock.ts) or a random source as a parameter',
  );
}

/** Returns an error message for each file that contains a note such as TODO. */
export function leftovers(sources: readonly Source[]): string[] {
  return occurrences(sources, /\b(?:TODO|FIXME|XXX)\b/, 'do it, or file an issue', (text) => text);
}

/** Returns an error message for each file that contains a path below a folder such as /home. */
export function machinePaths(sources: readonly Source[]): string[] {
  const path = /(?<![\w.~:/}-])\/(?:home|Users|root|work)\/[\w.-]+/;
  return occurrences(sources, path, 'a path of one machine', (text) => text);
}

/** Returns an error message for each test file that marks a test to run alone, to be skipped, or to fail. */
export function partialTests(sources: readonly Source[]): string[] {
  return occurrences(
    sources.filter(({ path }) => isTest(path) && path !== LOUD_SKIP),
    /\b(?:describe|it|test|suite|bench)(?:\.\w+)*\.(?:only|skip|skipIf|runIf|todo|fails)\b|\b(?:context|ctx|task)\.skip\(/,
    `every test runs; what cannot run here is skipped loudly by ${LOUD_SKIP}`,
  );
}

function occurrences(
  sources: readonly Source[],
  pattern: RegExp,
  why: string,
  view: (text: string) => string = withoutComments,
): string[] {
  return sources.flatMap(({ path, text }) => {
    const found = pattern.exec(view(text));
    return found ? [`${path}: ${found[0].trim()}: ${why}`] : [];
  });
}
