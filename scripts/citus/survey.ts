import { Client } from 'pg';
import { allStatements, type NamedStatement } from '../../test/support/statements.ts';

/** Test values by parameter type. Parameters of other types are null. */
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

/** A statement that runs on a single server but not on Citus, with the error message. */
export interface Refusal {
  readonly statement: NamedStatement;
  readonly why: string;
}

/**
 * Runs every SQL statement in Postrider with made-up values on a server without Citus and on the cluster, and rolls
 * each statement back. Statements that already fail without Citus, for example because of the made-up values, are
 * listed in `unjudged`.
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

/**
 * Returns the first line of the server's error, or undefined if the work succeeds. Throws if the connection is lost,
 * because a crash must not be counted as an error.
 */
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
  // Ignore this event, because the running statement also rejects if the connection is lost.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
