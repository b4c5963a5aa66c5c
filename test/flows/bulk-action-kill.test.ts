import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FILTER_PARTS } from '../../src/app/bulk.ts';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { startBulkActions } from '../../src/features/audience/bulk-actions/index.ts';
import { createToken } from '../../src/features/tenants/access/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { membersOf, plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';
import { runProgram, type Program } from './program.ts';

const CONTACTS = 40_000;
/** Number of processed contacts at which the process is killed. */
const KILLED_AFTER = 10_000;

const secret = randomBytes(24).toString('hex');
let program: Program;
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  // The trigger slows down the action, so that the process is killed in the middle of a chunk, not between two chunks.
  await test.db.script(`create function take_time() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.15); return null; end $$;
    create trigger take_time after insert or delete on tag_member for each statement execute function take_time()`);
});
afterAll(async () => {
  await program.stop();
  await test.drop();
});

async function start(): Promise<string> {
  program = runProgram(['api'], {
    DATABASE_URL: test.url,
    POSTRIDER_SECRET: secret,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    PORT: '0',
  });
  const [, baseUrl = ''] = await program.printed(/API on (http:\S+)/);
  return baseUrl;
}

it('processes each contact once with exact counts if the process of a bulk action is killed', async () => {
  const { db } = test;
  const { id: accountId } = await createAccount(db, {
    email: 'ann@kill.example',
    plan: 'unlimited',
    isOperator: false,
  });
  const tag = await plantGroup(db, accountId, 'tag', 'Gold');
  const ids = await plantContacts(db, accountId, { count: CONTACTS });
  // Some contacts already have the tag, so the count would be wrong if a chunk were processed twice.
  await plantMembers(db, accountId, { kind: 'tag', id: tag, contactIds: ids.filter((id) => id % 7 === 0) });
  const { token } = await db.transaction(async (tx) => createToken(tx, { accountId, personId: undefined, name: 'x' }));

  const baseUrl = await start();
  const answer = await fetch(`${baseUrl}/contacts/bulk-actions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'apply_tag', target_id: tag, filter: { status: 'active' } }),
  });
  expect(answer.status).toBe(202);
  const progress = async () => {
    const [row] = await rowsOf<{ status: string; processed_count: number; matched_count: number | null }>(
      db,
      'select status, processed_count, matched_count from bulk_action where account_id = $1',
      [accountId],
    );
    return row;
  };
  await eventually(
    'some chunks are processed',
    async () => ((await progress())?.processed_count ?? 0) >= KILLED_AFTER || undefined,
  );
  program.child.kill('SIGKILL');
  expect(await program.ended).toBe('SIGKILL');
  const left = await progress();
  expect(left).toMatchObject({ status: 'processing', matched_count: CONTACTS });
  expect(left?.processed_count).toBeLessThan(CONTACTS);
  // Add contacts that are not part of the snapshot although they match, and expire the lease of the killed process.
  await plantContacts(db, accountId, { count: 10, prefix: 'late' });
  await db.script('update bulk_action set next_at = now()');
  const other = startBulkActions({
    db,
    clock: systemClock,
    log: silentLog,
    filterParts: FILTER_PARTS,
    ceiling: CONTACTS,
  });
  const done = await eventually('the bulk action ends', async () => {
    const row = await progress();
    return row?.status === 'processing' ? undefined : row;
  });
  await other.close();
  expect(done).toEqual({ status: 'completed', processed_count: CONTACTS, matched_count: CONTACTS });
  expect(await membersOf(db, accountId, 'tag', tag)).toEqual({ members: CONTACTS, counted: CONTACTS });
  expect(await rowsOf(db, 'select from bulk_action_chunk')).toEqual([]);
}, 120_000);
