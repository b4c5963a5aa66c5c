import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Programs of Debian packages that tests speak to: installed, or unpacked below POSTRIDER_TEST_DEBIAN. */
export interface ForeignPrograms {
  /** Where a file of a package is, named as an installed one would be ('usr/sbin/opendkim'). */
  path(file: string): string;
  /** What the programs need in their environment to find their libraries. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Finds the programs; undefined when one of the files is in neither place. */
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
