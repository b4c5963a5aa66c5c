import { Client } from 'pg';
import { allStatements, type NamedStatement } from '../../test/support/statements.ts';

/** Rows that hang together over accounts, and that every node may have whole. */
const EVERYWHERE = ['plan', 'person'];
const SHARDS = 8;
/** Tables by `account_id` where every unique index has it, which Citus asks for. */
const BY_ACCOUNT = `select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')
    and not exists (
      select from pg_index i where i.indrelid = c.oid and i.indisunique and not exists (
        select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'account_id' and a.attnum = any(i.indkey::smallint[])
      )
    )
  order by c.relname not in ('account', 'membership', 'invitation', 'mail_report', 'mailing'), c.relname`;

const FUNCTIONS = `select p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`;

/** A value of each kind of parameter; of all others null is given. */
const VALUES: readonly (readonly [type: RegExp, value: string])[] = [
  [/^(?:bigint|integer|smallint|numeric|real|double precision)$/, '1'],
  [/^(?:bigint|integer|smallint|numeric|real|double precision)\[\]$/, '{1}'],
  [/^boolean$/, 'true'],
  [/^boolean\[\]$/, '{true}'],
  [/^text$/, 'x'],
  [/^text\[\]$/, '{x}'],
  [/^uuid$/, '01936c8e-5f00-7abc-8def-0123456789ab'],
  [/^uuid\[\]$/, '{01936c8e-5f00-7abc-8def-0123456789ab}'],
  [/^timestamp/, '2026-11-23 12:00:00+00'],
  [/^date$/, '2026-11-23'],
  [/^interval$/, '1 day'],
  [/^bytea$/, '\\x00'],
  [/^jsonb?$/, '{}'],
];

/** What became of the tables and functions. */
export interface Distribution {
  readonly distributed: readonly string[];
  readonly refused: readonly { readonly name: string; readonly why: string }[];
}

/** A statement that runs on one server and that Citus does not run, and its words. */
export interface Refusal {
  readonly statement: NamedStatement;
  readonly why: string;
}

/** Shards every table by account that can be, colocated; the others stay on the coordinator. Functions go to every node. */
export async function distribute(url: string): Promise<Distribution> {
  return connected(url, async (client) => {
    await client.query('set citus.multi_shard_modify_mode = sequential');
    for (const name of EVERYWHERE) await client.query('select create_reference_table($1)', [name]);
    const tables = (await client.query<{ name: string }>(BY_ACCOUNT)).rows;
    const distributed: string[] = [];
    const refused: { name: string; why: string }[] = [];
    for (const { name } of tables) {
      const [first] = distributed;
      const fault = await faultOf(() =>
        first === undefined
          ? client.query(`select create_distributed_table($1, 'account_id', shard_count => ${SHARDS})`, [name])
          : client.query(`select create_distributed_table($1, 'account_id', colocate_with => $2)`, [name, first]),
      );
      if (fault === undefined) distributed.push(name);
      else refused.push({ name, why: fault });
    }
    // Every node gets the functions; without that, a condition that calls one fails where the rows are.
    for (const { name } of (await client.query<{ name: string }>(FUNCTIONS)).rows) {
      const fault = await faultOf(() => client.query('select create_distributed_function($1)', [name]));
      if (fault !== undefined) refused.push({ name, why: fault });
    }
    return { distributed, refused };
  });
}

/**
 * Runs every statement of the program, with made-up values and taken back at once, on a server without Citus and on the cluster.
 * One that fails on both, or by its values, is not judged.
 */
export async function survey(
  plain: string,
  distributed: string,
  planMode: 'auto' | 'force_generic_plan',
): Promise<{ readonly run: number; readonly unjudged: readonly string[]; readonly refused: readonly Refusal[] }> {
  const refused: Refusal[] = [];
  const unjudged: string[] = [];
  let run = 0;
  await connected(plain, (one) =>
    connected(distributed, async (other) => {
      for (const client of [one, other]) await client.query(`set plan_cache_mode = ${planMode}`);
      for (const statement of await allStatements()) {
        const values = await valuesOf(one, statement);
        const withoutCitus = await faultOf(() => execute(one, statement, values));
        if (withoutCitus !== undefined) {
          unjudged.push(statement.name);
          continue;
        }
        const why = await faultOf(() => execute(other, statement, values)).catch((error: Error) => {
          throw new Error(`${statement.name} ended the coordinator: ${error.message}`, { cause: error });
        });
        if (why === undefined) run += 1;
        else refused.push({ statement, why });
      }
    }),
  );
  return { run, unjudged, refused };
}

async function valuesOf(client: Client, { text }: NamedStatement): Promise<string> {
  await client.query(`prepare asked as ${text}`);
  const { rows } = await client.query<{ type: string }>(
    `select unnest(parameter_types)::text as type from pg_prepared_statements where name = 'asked'`,
  );
  await client.query('deallocate asked');
  const literals = rows.map(({ type }) => {
    const value = VALUES.find(([pattern]) => pattern.test(type))?.[1];
    return value === undefined ? `null::${type}` : `'${value}'::${type}`;
  });
  return literals.length === 0 ? '' : `(${literals.join(', ')})`;
}

async function execute(client: Client, { text }: NamedStatement, values: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`prepare asked as ${text}`);
    await client.query(`execute asked${values}`);
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

/** What the server said against it, in its first line. Throws when it is gone: a crash is nothing to count. */
async function faultOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (!/^[0-9A-Z]{5}$/.test(code ?? '')) throw error;
    return message.split('\n')[0] ?? '';
  }
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // A node that goes away is told by the statement that it happens under.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
