import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensurePartitions } from '../../../base/partitions.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/db.ts';
import { heldBatches, providersOf } from './provider-queries.ts';
import { mailingsProgress } from './unsent-queries.ts';

/**
 * Many recipients, because the tests check that the cost of statements that run every second during a campaign does not
 * depend on their number.
 */
const RECIPIENTS = 100_000;
const ACCOUNT = 7;
const SOURCE = 31;

let database: TestDatabase;
let mailing = '';

beforeAll(async () => {
  database = await createTestDatabase();
  await ensurePartitions(database.db);
  await database.db.script(`
    insert into mail_template (account_id, hash, template) values (${ACCOUNT}, sha256('x'), 'x');
    insert into mailing (account_id, id, class, state, recipients, source, template_hash, started_at)
      values (${ACCOUNT}, new_batch_id(), 3, 'sending', ${RECIPIENTS}, ${SOURCE}, sha256('x'), now());
    insert into recipient_batch (account_id, id, mailing_id, recipients)
      select ${ACCOUNT}, new_batch_id(), id, ${RECIPIENTS} from mailing;
    insert into delivery (account_id, message_id, recipient_no, recipient, class, status, attempts, is_ready, next_at, held_for)
      select ${ACCOUNT}, l.id, n, 'reader' || n || '@example.com', 3, 5, 0, false, 'infinity', 'google'
      from recipient_batch l, generate_series(1, ${RECIPIENTS}) n;
    insert into mailing_provider (account_id, mailing_id, provider, delivered, held)
      select ${ACCOUNT}, m.id, p.name, 1000, case p.name when 'google' then ${RECIPIENTS} else 0 end
      from mailing m, (values ('google'), ('yahoo'), ('outlook'), ('apple')) as p (name);
    insert into mailing_provider_pause (account_id, source, provider) values (${ACCOUNT}, ${SOURCE}, 'google')`);
  const [row] = await database.db.query<{ id: string }>({ name: '', text: 'select id from mailing' }, []);
  mailing = row?.id ?? '';
}, 60_000);
afterAll(() => database.drop());

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Plan[];
}

/** Returns the number of rows that a statement read from each table. */
async function rowsRead(text: string, values: readonly unknown[]): Promise<Record<string, number>> {
  const explain = { name: '', text: `explain (analyze, format json) ${text}` };
  const [row] = await database.db.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(explain, values);
  const read: Record<string, number> = {};
  const visit = (plan: Plan): void => {
    const table = plan['Relation Name'];
    if (table !== undefined) read[table] = (read[table] ?? 0) + plan['Actual Rows'] * plan['Actual Loops'];
    plan.Plans?.forEach(visit);
  };
  const [explained] = row?.['QUERY PLAN'] ?? [];
  if (explained) visit(explained.Plan);
  return read;
}

describe(`with ${RECIPIENTS} waiting recipients`, () => {
  it.each([
    ['the provider lanes of a campaign', providersOf.text, () => [ACCOUNT, SOURCE, [mailing], 60]],
    ['held messages', heldBatches.text, () => []],
    ['the progress of mailings', mailingsProgress.text, () => [ACCOUNT, [mailing]]],
  ])('reading %s reads no recipients', async (_what, text, values) => {
    const read = await rowsRead(text, values());
    expect(Object.keys(read).filter((table) => table.startsWith('delivery'))).toEqual([]);
    expect(Object.values(read).reduce((sum, rows) => sum + rows, 0)).toBeLessThan(20);
  });
});
