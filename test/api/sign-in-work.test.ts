import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { becomeOwner, createBrowser } from '../support/people.ts';

let app: TestApp;
/** Password hashes that were computed, each with its length and its cost parameters. */
let hashed: string[] = [];
const real = crypto.scrypt;

beforeAll(async () => {
  app = await startApp({ POSTRIDER_TRUSTED_PROXIES: '127.0.0.1' });
  await becomeOwner(app);
  // Create the dummy hash for accounts without a password before the tests, because it is created only once.
  await attempt('nobody@acme.example', 'warming up');
});
afterAll(async () => app.close());
beforeEach(async () => {
  await app.installation.db.script('delete from person_attempt');
  hashed = [];
  const counting = (...given: Parameters<typeof crypto.scrypt>): void => {
    const [, salt, length, costs] = given;
    const { N, p, r } = costs;
    hashed.push(`${Buffer.byteLength(salt)} ${length} ${N} ${r} ${p}`);
    real(...given);
  };
  crypto.scrypt = counting as typeof crypto.scrypt;
  syncBuiltinESMExports();
});
afterEach(() => {
  crypto.scrypt = real;
  syncBuiltinESMExports();
});

async function attempt(email: string, password: string): Promise<number> {
  return (await createBrowser(app.api.baseUrl).post('/dashboard/sign-in', { email, password })).status;
}

/** Returns the hashes that are computed during a failed sign-in. */
async function workOf(email: string, password = 'not this one'): Promise<readonly string[]> {
  hashed = [];
  expect(await attempt(email, password)).toBe(401);
  return hashed;
}

describe('failed sign-in', () => {
  it('hashes a password once with the same cost for known and unknown addresses', async () => {
    const known = await workOf('ada@acme.example');
    expect(known).toHaveLength(1);
    expect(await workOf('nobody@acme.example')).toEqual(known);
    expect(await workOf('nobody@elsewhere.example')).toEqual(known);
  });

  it('does so for people without a password too', async () => {
    const known = await workOf('ada@acme.example');
    const text = `delete from person_password w using person p where w.person_id = p.id and p.email = $1`;
    await app.installation.db.query({ name: '', text }, ['ada@acme.example']);
    expect(await workOf('ada@acme.example')).toEqual(known);
  });
});
