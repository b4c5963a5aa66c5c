// Place in a run: slow.
import { closeSync, cpSync, chmodSync, existsSync, lstatSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { prepareBinaries } from '../../src/base/postgres/binaries.ts';
import { findDatabaseUser, isRoot } from '../../src/base/postgres/database-user.ts';
import { createLauncher } from '../../src/base/postgres/launcher.ts';
import { queryOnce } from '../../src/base/postgres/probe.ts';
import { bundle, copyProject, createCleanup, links, start, startOwner, temporaryPath } from './embedded.ts';

const cleanup = createCleanup();
afterEach(async () => cleanup.run());

/** Defines a test that needs a second user. Without root privileges, prints that the test did not run. */
function testAsRoot(name: string, run: () => Promise<void>): void {
  if (isRoot()) test(name, run);
  else process.stdout.write(`Not run, because it needs root: ${name}\n`);
}

/** Copies the bundled programs without the library links, which an install without scripts does not create. */
function bundleWithoutLinks(): string {
  const native = join(temporaryPath(cleanup, 'package'), 'native');
  cpSync(join(bundle, 'native'), native, { recursive: true, verbatimSymlinks: true });
  for (const link of links()) rmSync(join(native, '..', link), { force: true });
  return native;
}

async function prepare(native: string, copyRoot: string): ReturnType<typeof prepareBinaries> {
  const launcher = await createLauncher(undefined, silentLog);
  const options = { binDir: undefined, copyRoot, launcher, log: silentLog };
  return prepareBinaries(options, { native, packageVersion: '18.4.0' });
}

test('prepareBinaries creates library links that an install without scripts lacks', async () => {
  const native = bundleWithoutLinks();
  const binaries = await prepare(native, join(native, '../unused'));
  expect(binaries).toMatchObject({ major: 18, bin: join(native, 'bin') });
  for (const link of links()) expect(existsSync(join(native, '..', link)), link).toBe(true);
  expect(lstatSync(join(native, 'lib/libpq.so.5')).isSymbolicLink()).toBe(true);
});

test('prepareBinaries waits for programs that are still being written', async () => {
  const native = bundleWithoutLinks();
  const writing = openSync(join(native, 'bin/postgres'), 'r+');
  setTimeout(() => closeSync(writing), 200);
  expect(await prepare(native, join(native, '../unused'))).toMatchObject({ major: 18 });
});

testAsRoot('prepareBinaries copies programs from a directory closed to the database user once', async () => {
  const native = bundleWithoutLinks();
  chmodSync(join(native, '..'), 0o700);
  const copyRoot = join(temporaryPath(cleanup), 'pgbin');
  const first = await prepare(native, copyRoot);
  expect(first.bin).toBe(join(copyRoot, '18.4.0/bin'));
  const made = lstatSync(first.bin).ctimeMs;
  expect(await prepare(native, copyRoot)).toEqual(first);
  expect(lstatSync(first.bin).ctimeMs).toBe(made);
});

testAsRoot('an ordinary user can start from a read-only install without links in a path with spaces', async () => {
  const place = copyProject(cleanup, 'an install, read only');
  const uid = findDatabaseUser()?.uid ?? 65_534;
  const home = temporaryPath(cleanup, 'home');
  mkdirSync(home);
  chmodSync(home, 0o777);
  const { report } = await startOwner(cleanup, join(home, 'da ta'), { ...place, uid });
  expect(report.error).toBeUndefined();
  expect(lstatSync(`/proc/${report.pid}`).uid).toBe(uid);
  expect(existsSync(join(home, 'da ta/pgbin'))).toBe(true);
  expect(await queryOnce(report.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
});

testAsRoot('a data directory that the database user cannot reach is rejected with the directory to open', async () => {
  const closed = temporaryPath(cleanup, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  await expect(start(cleanup, join(closed, 'data'))).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining(`has no access to ${closed}`),
    remedy: expect.stringContaining(`chmod o+x ${closed}`),
  });
});

// PostgreSQL programs installed on the system can also be used, including older versions.
const installed = [15, 16, 17].map((major) => [major, `/usr/lib/postgresql/${major}/bin`] as const);
for (const [major, binDir] of installed.filter(([, path]) => existsSync(path))) {
  test(`the programs of an installed PostgreSQL ${major} can be used instead`, async () => {
    const server = await start(cleanup, temporaryPath(cleanup), { binDir });
    expect(server.version).toMatch(new RegExp(`^${major}\\.`));
    expect(await queryOnce(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
}
