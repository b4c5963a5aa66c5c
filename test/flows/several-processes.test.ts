import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { runProgram, type Program } from './program.ts';

/** Two API processes of their own over one database, as on two hosts. */
let test: TestDatabase;
let programs: Program[];
let baseUrls: string[];
let accounts = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  const secret = randomBytes(24).toString('hex');
  const environment = { DATABASE_URL: test.url, POSTRIDER_SECRET: secret, PORT: '0', POSTRIDER_UNSAFE_DURABILITY: '1' };
  programs = [runProgram(['api'], environment), runProgram(['api'], environment)];
  baseUrls = await Promise.all(programs.map(async (program) => (await program.printed(/API on (http:\S+)/))[1] ?? ''));
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await test.drop();
});

interface Tenant {
  readonly id: number;
  readonly email: string;
  readonly key: string;
}

async function newTenant(plan: 'free' | 'paid' | 'unlimited', isFast: boolean): Promise<Tenant> {
  accounts += 1;
  const email = `tenant${accounts}@two.example`;
  const { id } = await createAccount(test.db, { email, plan, isOperator: false });
  const { key } = await createKey(test.db, { accountId: id, name: 'test', scopes: [SCOPES.send, SCOPES.read] });
  if (isFast) {
    await test.db.script(
      `update api_key set rate_per_second = 1000000, rate_per_minute = 1000000 where account_id = ${id}`,
    );
  }
  return { id, email, key };
}

function send(at: number, tenant: Tenant, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${baseUrls[at % 2]}/transactional/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ from: 'onboarding@sandbox.localhost', to: [tenant.email], subject: 'Hello', text: 'Hi' }),
  });
}

async function countOf(table: 'message' | 'delivery', tenant: Tenant): Promise<number> {
  const statement = { name: '', text: `select count(*)::integer as n from ${table} where account_id = $1` };
  const [row] = await test.db.query<{ n: number }>(statement, [tenant.id]);
  return row?.n ?? -1;
}

describe('two API processes', { timeout: 60_000 }, () => {
  it('accept exactly 100 of 400 concurrent sends on a daily quota of 100', async () => {
    const tenant = await newTenant('free', true);
    const answers = await Promise.all(Array.from({ length: 400 }, (_, at) => send(at, tenant)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(300);
    expect(await countOf('delivery', tenant)).toBe(100);
  });

  it('make one message of 50 concurrent sends with one key', async () => {
    const tenant = await newTenant('paid', true);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => send(at, tenant, { 'idempotency-key': 'one' })),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(bodies).size).toBe(1);
    expect([await countOf('message', tenant), await countOf('delivery', tenant)]).toEqual([1, 1]);
  });

  it('let a key through at its rate, and no faster', async () => {
    const tenant = await newTenant('paid', false);
    const startedAt = performance.now();
    let passed = 0;
    while (performance.now() - startedAt < 3_000) {
      const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => send(at, tenant)));
      passed += answers.filter(({ status }) => status === 202).length;
      expect(answers.every(({ status, headers }) => status === 202 || headers.get('retry-after') === '1')).toBe(true);
    }
    const ideal = 5 + (5 * (performance.now() - startedAt)) / 1000;
    expect(passed).toBeLessThanOrEqual(ideal + 1);
    // In each second five at most, and the next five only once somebody asks again.
    expect(passed).toBeGreaterThanOrEqual(ideal - 10);
  });
});
