import { startApi } from '../src/app/api.ts';
import { openDatabase, type Database } from '../src/base/db.ts';
import { createAccount } from '../src/features/tenants/accounts/index.ts';
import { createKey, SCOPES } from '../src/features/tenants/access/index.ts';
import { callAll, HTML } from './callers.ts';
import { postRequest } from './http-load.ts';
import { row } from './measure.ts';
import { openStack } from './stack.ts';

const ACCOUNTS = 64;
const ROUNDS = 5;
const CLAIMS = 200;
const LOOK_UPS = 3_000;
const CONNECTIONS = 16;

/** What row level security costs, on and off by turns in one run: accepting, claiming, and a look-up of one account's. */
export async function benchRowSecurity(): Promise<void> {
  const stack = await openStack({});
  const { databaseUrl, db, log } = stack.installation;
  try {
    const requests = await requestsOfAccounts(db);
    const tables = await makePolicies(db);
    const url = new URL(databaseUrl);
    // The owner of tables and superusers are let through everywhere; what serves accounts would be somebody else.
    [url.username, url.password] = ['guarded', 'guarded'];
    const guarded = openDatabase({ url: url.href, log, connections: CONNECTIONS, applicationName: 'guarded' });
    const figures = { accept: pair(), claim: pair(), lookUp: pair() };
    let bound = 0;
    try {
      const api = await startApi({ ...stack.installation, db: guarded });
      for (let round = 0; round < ROUNDS * 2; round += 1) {
        const mode = round % 2 === 0 ? 'off' : 'on';
        await switchPolicies(db, tables, mode);
        figures.accept[mode].push((await callAll(api.port, requests)).perSecond);
        figures.claim[mode].push(await claimsPerSecond(guarded));
        figures.lookUp[mode].push(await lookUpsPerSecond(guarded, false));
        if (mode === 'on') bound = Math.max(bound, await lookUpsPerSecond(guarded, true));
      }
      await api.close();
    } finally {
      await guarded.close();
    }
    console.log(
      `\nRow level security on ${tables.length} tables, on and off alternating, ${ROUNDS} rounds each, medians`,
    );
    for (const [name, { off, on }] of Object.entries(figures)) {
      const [without, withThem] = [median(off), median(on)];
      row(name, `${without.toFixed(0)}/s without, ${withThem.toFixed(0)}/s with: ${percent(without, withThem)}`);
    }
    row('look-up bound to its account', `${bound.toFixed(0)}/s: ${percent(median(figures.lookUp.off), bound)}`);
  } finally {
    await stack.close();
  }
}

function pair(): Record<'off' | 'on', number[]> {
  return { off: [], on: [] };
}

async function requestsOfAccounts(db: Database): Promise<Buffer[]> {
  const requests: Buffer[] = [];
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const email = `guarded${number}@bench.example`;
    const account = await createAccount(db, { email, plan: 'unlimited', isOperator: false });
    const { key } = await createKey(db, { accountId: account.id, name: 'bench', scopes: [SCOPES.send] });
    const mail = { from: 'onboarding@sandbox.localhost', to: [email], subject: 'Receipt', html: HTML };
    requests.push(postRequest('/transactional/emails', key, mail));
  }
  return requests;
}

/** A role that owns nothing, and a policy on each table that knows accounts; processes that serve all bind none. */
async function makePolicies(db: Database): Promise<string[]> {
  const found = await db.query<{ name: string }>(
    {
      name: '',
      text: `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and a.attname = 'account_id' and not a.attisdropped order by 1`,
    },
    [],
  );
  const tables = found.map(({ name }) => name);
  await db.script(`create role guarded login password 'guarded';
    grant all on all tables in schema public to guarded;
    grant all on all sequences in schema public to guarded;
    alter role guarded set postrider.account = '';
    ${tables
      .map(
        (table) => `create policy own on ${table}
          using ((select current_setting('postrider.account')) = ''
            or account_id = (select nullif(current_setting('postrider.account'), '')::bigint));`,
      )
      .join('\n')}`);
  return tables;
}

async function switchPolicies(db: Database, tables: readonly string[], mode: 'off' | 'on'): Promise<void> {
  const verb = mode === 'on' ? 'enable' : 'disable';
  await db.script(tables.map((table) => `alter table ${table} ${verb} row level security;`).join('\n'));
}

/** Claims of a hundred mails of those that were accepted. */
async function claimsPerSecond(db: Database): Promise<number> {
  const text = `select count(*) from lease_deliveries('{0}', uuid_at(current_date - 1), '{100,0,0,0}', '{-1,-1,-1,-1}', 100,
    0, 1000, extract(epoch from now()) * 1000)`;
  return perSecond(CLAIMS, () => db.query({ name: 'bench_claim', text }, []));
}

async function lookUpsPerSecond(db: Database, isBound: boolean): Promise<number> {
  const [message] = await db.query<{ account_id: string; id: string }>(
    { name: '', text: 'select account_id, id from message limit 1' },
    [],
  );
  const values = [message?.account_id, message?.id];
  const statement = { name: 'bench_look_up', text: 'select subject from message where account_id = $1 and id = $2' };
  if (!isBound) return perSecond(LOOK_UPS, () => db.query(statement, values));
  const bind = { name: 'bench_bind', text: `select set_config('postrider.account', $1, true)` };
  return perSecond(LOOK_UPS, () =>
    db.transaction(async (tx) => {
      await tx.query(bind, [String(message?.account_id)]);
      await tx.query(statement, values);
    }),
  );
}

async function perSecond(times: number, work: () => Promise<unknown>): Promise<number> {
  await work();
  const startedAt = performance.now();
  for (let time = 0; time < times; time += 1) await work();
  return (times * 1_000) / (performance.now() - startedAt);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function percent(without: number, withThem: number): string {
  return `${(100 - (withThem / without) * 100).toFixed(1)} % less`;
}
