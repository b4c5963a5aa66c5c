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

test('resolveDataDir returns POSTRIDER_DATA if it is set', () => {
  const set = loadConfig({ POSTRIDER_DATA: '/srv/../srv/mail' });
  expect(resolveDataDir(set, clone(0o755), home)).toEqual({ path: '/srv/mail', why: 'set by POSTRIDER_DATA' });
});

test('resolveDataDir returns a directory in a clone that the database user can traverse', () => {
  const root = clone(0o755);
  expect(resolveDataDir(config, root, home)).toEqual({ path: join(root, 'data'), why: 'in the clone' });
});

test('resolveDataDir returns the default directory for a closed clone, with the reason', () => {
  const root = clone(isRoot() ? 0o700 : 0o500);
  const chosen = resolveDataDir(config, root, home);
  expect(chosen.path).toBe(fallback);
  expect(chosen.why).toContain(root);
});

test('resolveDataDir returns the default directory without a clone', () => {
  expect(resolveDataDir(config, undefined, home).path).toBe(fallback);
});

test('prepareDataDir creates a directory with all its parents, whatever the umask', () => {
  const path = temporaryPath(cleanup, 'a/b/c');
  prepareDataDir(path);
  const mode = isRoot() ? 0o711 : 0o700;
  expect([path, join(path, '..'), join(path, '../..')].map((made) => statSync(made).mode & 0o777)).toEqual([
    mode,
    mode,
    mode,
  ]);
});

test('prepareDataDir keeps the mode of an existing directory', () => {
  const path = temporaryPath(cleanup);
  mkdirSync(path);
  chmodSync(path, 0o750);
  prepareDataDir(path);
  expect(statSync(path).mode & 0o777).toBe(0o750);
});

test('prepareDataDir rejects a file at the path of the directory', () => {
  const path = temporaryPath(cleanup);
  writeFileSync(path, '');
  expect(() => prepareDataDir(path)).toThrow(`The data directory ${path} cannot be used`);
});

test('readOrCreateSecret creates the secret once, readable only by its owner', () => {
  const path = temporaryPath(cleanup);
  const secret = readOrCreateSecret(config, path);
  expect(secret).toMatch(/^[A-Za-z0-9]{43}$/);
  expect(readOrCreateSecret(config, path)).toBe(secret);
  expect(readFileSync(join(path, 'secret'), 'utf8')).toBe(`${secret}\n`);
  expect(statSync(join(path, 'secret')).mode & 0o777).toBe(0o600);
});

test('readOrCreateSecret prefers POSTRIDER_SECRET to the file', () => {
  const given = 'x'.repeat(32);
  const path = temporaryPath(cleanup);
  expect(readOrCreateSecret(loadConfig({ POSTRIDER_SECRET: given }), path)).toBe(given);
  expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
});

test('readOrCreateSecret rejects a secret file of 31 characters and accepts 32', () => {
  const path = temporaryPath(cleanup);
  mkdirSync(path);
  writeFileSync(join(path, 'secret'), 'x'.repeat(31));
  expect(() => readOrCreateSecret(config, path)).toThrow('is damaged: it has 31 characters');
  writeFileSync(join(path, 'secret'), 'x'.repeat(32));
  expect(readOrCreateSecret(config, path)).toBe('x'.repeat(32));
});
