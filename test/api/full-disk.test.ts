import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type Api } from '../../src/app/api.ts';
import { ensureOwner } from '../../src/app/first-start.ts';
import { openInstallation, type Installation } from '../../src/app/installation.ts';
import { loadConfig } from '../../src/base/config.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { scratchFolder } from '../support/scratch.ts';

let database: TestDatabase;
let directory: string;
let installation: Installation;
let api: Api;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = scratchFolder('postrider-full-');
  const environment = {
    DATABASE_URL: database.url,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_SECRET: 'a secret that only tests use, long enough',
    POSTRIDER_DATA: directory,
    POSTRIDER_LOG: 'error',
    PORT: '0',
  };
  installation = await openInstallation(loadConfig(environment), environment, 'api', undefined);
  const { accountId } = await ensureOwner(installation);
  key = (await createKey(installation.db, { accountId, name: 'test', scopes: [SCOPES.send] })).key;
  api = await startApi(installation);
});
afterAll(async () => {
  await api.close();
  await installation.close();
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

async function statusOf(path: string, body?: object): Promise<number> {
  const response = await fetch(`${api.baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

const send = async (): Promise<number> =>
  statusOf('/transactional/emails', {
    from: 'onboarding@sandbox.localhost',
    to: ['delivered@sandbox.localhost'],
    subject: 'Hello',
    text: 'Hi',
  });

it('returns 503 for messages and for /readyz until there is space again', async () => {
  expect([await send(), await statusOf('/readyz')]).toEqual([202, 200]);
  // Writes that need new pages fail with the error for a full disk.
  await database.db.script(`
    create function no_room() returns trigger language plpgsql as $$ begin raise sqlstate '53100'; end $$;
    create function no_room_for_tables() returns event_trigger language plpgsql as $$ begin raise sqlstate '53100'; end $$;
    create trigger no_room before insert on message for each row execute function no_room();
    create event trigger no_room_for_tables on ddl_command_start when tag in ('CREATE TABLE AS')
      execute function no_room_for_tables()`);
  expect(await statusOf('/readyz')).toBe(200);
  expect([await send(), await statusOf('/readyz')]).toEqual([503, 503]);
  await database.db.script('drop trigger no_room on message; drop event trigger no_room_for_tables');
  expect([await statusOf('/readyz'), await send()]).toEqual([200, 202]);
});
