import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadConfig } from '../../src/base/config.ts';
import { prepareDataDir, readOrCreateSecret, resolveDataDir } from '../../src/base/data-dir.ts';
import { isRoot } from '../../src/base/postgres/database-user.ts';
import { createCleanup, temporaryPath } from './embedded.ts';

const cleanup = createCleanup();
afterEach(async () => cleanup.run());

const config = loadConfig({});
const home = { XDG_DATA_HOME: '/users/data' };
const fallback = isRoot() ? '/var/lib/postrider' : '/users/data/postrider';

function clone(mode: number): string {
  const path = temporaryPath(cleanup, 'clone');
  mkdirSync(path);
  chmodSync(path, mode);
  return path;
}

test('POSTRIDER_DATA decides', () => {
  const set = loadConfig({ POSTRIDER_DATA: '/srv/../srv/mail' });
  expect(resolveDataDir(set, clone(0o755), home)).toEqual({ path: '/srv/mail', why: 'set by POSTRIDER_DATA' });
});

test('a clone that the database user can pass through holds its data itself', () => {
  const root = clone(0o755);
  expect(resolveDataDir(config, root, home)).toEqual({ path: join(root, 'data'), why: 'in the clone' });
});

test('a closed clone leaves the data to the default directory, and says why', () => {
  const root = clone(isRoot() ? 0o700 : 0o500);
  const chosen = resolveDataDir(config, root, home);
  expect(chosen.path).toBe(fallback);
  expect(chosen.why).toContain(root);
});

test('without a clone the data goes to the default directory', () => {
  expect(resolveDataDir(config, undefined, home).path).toBe(fallback);
});

test('a data directory is made with all that leads to it, whatever the umask', () => {
  const path = temporaryPath(cleanup, 'a/b/c');
  prepareDataDir(path);
  const mode = isRoot() ? 0o711 : 0o700;
  expect([path, join(path, '..'), join(path, '../..')].map((made) => statSync(made).mode & 0o777)).toEqual([
    mode,
    mode,
    mode,
  ]);
});

test('an existing data directory keeps its mode', () => {
  const path = temporaryPath(cleanup);
  mkdirSync(path);
  chmodSync(path, 0o750);
  prepareDataDir(path);
  expect(statSync(path).mode & 0o777).toBe(0o750);
});

test('a file in the place of the data directory is refused', () => {
  const path = temporaryPath(cleanup);
  writeFileSync(path, '');
  expect(() => prepareDataDir(path)).toThrow(`The data directory ${path} cannot be used`);
});

test('the secret is made once, readable by its owner only', () => {
  const path = temporaryPath(cleanup);
  const secret = readOrCreateSecret(config, path);
  expect(secret).toMatch(/^[A-Za-z0-9]{43}$/);
  expect(readOrCreateSecret(config, path)).toBe(secret);
  expect(readFileSync(join(path, 'secret'), 'utf8')).toBe(`${secret}\n`);
  expect(statSync(join(path, 'secret')).mode & 0o777).toBe(0o600);
});

test('POSTRIDER_SECRET replaces the file', () => {
  const given = 'x'.repeat(32);
  const path = temporaryPath(cleanup);
  expect(readOrCreateSecret(loadConfig({ POSTRIDER_SECRET: given }), path)).toBe(given);
  expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
});

test('a secret file of 31 characters is refused, one of 32 serves', () => {
  const path = temporaryPath(cleanup);
  mkdirSync(path);
  writeFileSync(join(path, 'secret'), 'x'.repeat(31));
  expect(() => readOrCreateSecret(config, path)).toThrow('is damaged: it has 31 characters');
  writeFileSync(join(path, 'secret'), 'x'.repeat(32));
  expect(readOrCreateSecret(config, path)).toBe('x'.repeat(32));
});
