import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Programs from Debian packages that tests use. They are installed, or unpacked in POSTRIDER_TEST_DEBIAN. */
export interface ForeignPrograms {
  /**
   * Returns the path of a file from a package. The argument is the path after installation, such as
   * 'usr/sbin/opendkim'.
   */
  path(file: string): string;
  /** Environment variables that the programs need to find their libraries. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Finds programs among the unpacked packages or the installed ones. Returns undefined if neither contains all of the
 * files.
 */
export function findForeignPrograms(...files: readonly string[]): ForeignPrograms | undefined {
  const unpacked = process.env['POSTRIDER_TEST_DEBIAN'];
  const roots = unpacked === undefined ? ['/'] : [unpacked, '/'];
  const root = roots.find((each) => files.every((file) => existsSync(join(each, file))));
  if (root === undefined) return undefined;
  return {
    path: (file) => join(root, file),
    environment: root === '/' ? {} : { LD_LIBRARY_PATH: librariesBelow(join(root, 'usr/lib')) },
  };
}

function librariesBelow(base: string): string {
  const machine = readdirSync(base).filter((name) => name.endsWith('-linux-gnu'));
  return [...machine, 'postfix', '.'].map((name) => join(base, name)).join(':');
}
