import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { becomeOwner, createBrowser } from '../support/people.ts';

let app: TestApp;
/** What hashing a password was asked for: how long it is to be, and by which costs. */
let hashed: string[] = [];
const real = crypto.scrypt;

beforeAll(async () => {
  app = await startApp({ POSTRIDER_TRUSTED_PROXIES: '127.0.0.1' });
  await becomeOwner(app);
  // The decoy that is compared where there is no password is made once.
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

/** The hashes that a sign-in takes which fails. */
async function workOf(email: string, password = 'not this one'): Promise<readonly string[]> {
  hashed = [];
  expect(await attempt(email, password)).toBe(401);
  return hashed;
}

describe('a sign-in that fails', () => {
  it('hashes a password once, by the same costs, whether or not somebody has the address', async () => {
    const known = await workOf('ada@acme.example');
    expect(known).toHaveLength(1);
    expect(await workOf('nobody@acme.example')).toEqual(known);
    expect(await workOf('nobody@elsewhere.example')).toEqual(known);
  });

  it('does so too for people without a password, who sign in otherwise', async () => {
    const known = await workOf('ada@acme.example');
    const text = `delete from person_password w using person p where w.person_id = p.id and p.email = $1`;
    await app.installation.db.query({ name: '', text }, ['ada@acme.example']);
    expect(await workOf('ada@acme.example')).toEqual(known);
  });
});
