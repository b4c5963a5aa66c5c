import { randomInt, randomUUID } from 'node:crypto';
import type { Database, Db } from '../../src/base/db.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly is_needed: boolean;
}

/**
 * Values for columns whose type does not determine which values are valid, such as columns with a check constraint and
 * columns for partition days.
 */
const FITTING: Readonly<Record<string, string>> = {
  'api_key.kind': "'api_key'",
  'automation_item.delay_hours': '24',
  'audience_removal.kind': "'list'",
  'campaign_wave.kind': "'all'",
  'contact_field.type': "'text'",
  'suppression.reason': "'manual'",
  'membership.role': "'owner'",
  'invitation.role': "'member'",
  'audit_entry.via': "'key'",
  'bulk_action.action': "'apply_tag'",
  'bulk_confirmation.token_hash': "decode(md5(random()::text) || md5(''), 'hex')",
  'campaign_approval.state': "'waiting'",
  'campaign_confirmation.token_hash': "decode(md5(random()::text) || md5(''), 'hex')",
  'contact_consent.source': "'api'",
  'delivery_alert.kind': "'sender'",
  'dmarc_report_row.disposition': "'none'",
  'image.type': "'png'",
  'job_progress.state': "'running'",
  'domain_key.algorithm': "'rsa'",
  'mail_report.kind': "'dmarc'",
  'mailing.class': '1',
  'mail_class_pause.class': '1',
  'open_mailing.content_hash': "decode(md5(random()::text) || md5(''), 'hex')",
  'pause_notice.class': '0',
  'message_share.token_hash': "decode(md5(random()::text) || md5(''), 'hex')",
  'route_rule.routes': "'{inbox}'",
  'tag_alert.kind': "'silence'",
  'tls_report_policy.policy_type': "'sts'",
  'webhook.format': "'native'",
};

/**
 * Tables with an account column whose rows are deleted separately. The account itself is deleted last, after its
 * deletion was recorded.
 */
const LAST = ['account', 'account_deletion'];

/**
 * Returns the columns of each table whose rows belong to accounts, except the tables in `LAST`. Omits the partitions of
 * a table.
 */
async function columnsOf(db: Db): Promise<Map<string, Column[]>> {
  const found = await db.query<Column>(
    {
      name: '',
      text: `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
          a.attnotnull and not a.atthasdef and a.attidentity = '' as is_needed
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and a.attnum > 0 and not a.attisdropped and exists (
            select from pg_attribute k where k.attrelid = c.oid and k.attname = 'account_id' and not k.attisdropped)
        order by c.relname, a.attnum`,
    },
    [],
  );
  const tables = Map.groupBy(found, ({ table }) => table);
  for (const table of LAST) tables.delete(table);
  return tables;
}

/**
 * IDs and strings that replace generated values, so that the rows of one account refer to each other and tests can find
 * them.
 */
export interface Known {
  readonly number: number;
  /** A UUIDv7 for today, because the partition for today exists. */
  readonly uuid: string;
  readonly text: string;
}

/** Nullable columns that a check constraint requires if the other columns have their default values. */
const ALSO: ReadonlySet<string> = new Set(['automation_item.campaign_id']);

/**
 * Inserts a row of the account into each table whose rows belong to accounts. Throws if it cannot generate a valid row
 * for a table. In this case, add values for the columns of the table to FITTING.
 */
export async function seedEveryTable(db: Database, accountId: number, known?: Known): Promise<void> {
  const tables = await columnsOf(db);
  await db.transaction(async (tx) => {
    // Do not check foreign keys, because the referenced rows do not exist.
    await tx.query({ name: '', text: 'set local session_replication_role = replica' }, []);
    for (const [table, columns] of tables) {
      const needed = columns.filter(
        ({ is_needed, name, table: of }) =>
          is_needed || name === 'account_id' || (known && name === 'id') || ALSO.has(`${of}.${name}`),
      );
      const values = needed.map((column) =>
        column.name === 'account_id' ? String(accountId) : ((known && knownOf(column, known)) ?? valueOf(column)),
      );
      const names = needed.map(({ name }) => name).join(', ');
      const text = `insert into ${table} (${names}) overriding system value values (${values.join(', ')}) on conflict do nothing`;
      await tx.query({ name: '', text }, []);
    }
  });
}

/**
 * Returns the number of the account's rows in each table whose rows belong to accounts, except the tables in `LAST`.
 */
export async function rowsByTable(db: Db, accountId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of (await columnsOf(db)).keys()) {
    const text = `select count(*)::integer as rows from ${table} where account_id = $1`;
    counts[table] = (await db.query<{ rows: number }>({ name: '', text }, [accountId]))[0]?.rows ?? 0;
  }
  return counts;
}

/** Returns the given value for a column if its type matches, otherwise undefined. */
function knownOf({ name, table, type }: Column, known: Known): string | undefined {
  if (FITTING[`${table}.${name}`] !== undefined) return undefined;
  if (`${table}.${name}` === 'domain.name') return `'${known.text.split('@')[1]}'`;
  if (type === 'bigint') return String(known.number);
  if (type === 'uuid') return `'${known.uuid}'::uuid`;
  return type === 'text' ? `'${known.text}'` : undefined;
}

/**
 * Deletes the rows of an account from all tables whose rows belong to accounts, except the given tables and those in
 * `LAST`.
 */
export async function emptyEveryTable(db: Database, accountId: number, kept: readonly string[]): Promise<void> {
  const tables = [...(await columnsOf(db)).keys()].filter((table) => !kept.includes(table));
  await db.transaction(async (tx) => {
    await tx.query({ name: '', text: 'set local session_replication_role = replica' }, []);
    for (const table of tables)
      await tx.query({ name: '', text: `delete from ${table} where account_id = $1` }, [accountId]);
  });
}

/** Returns, for each table, a checksum of the account's rows. A change of any value changes the checksum. */
export async function sumsByTable(db: Db, accountId: number): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const table of (await columnsOf(db)).keys()) {
    const text = `select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${table} t where account_id = $1`;
    sums[table] = (await db.query<{ sum: string }>({ name: '', text }, [accountId]))[0]?.sum ?? '';
  }
  return sums;
}

/** Returns the tables in which a row of the account contains a number in a column other than `account_id`. */
export async function tablesNaming(db: Db, accountId: number, number: number): Promise<string[]> {
  const found: string[] = [];
  for (const [table, columns] of await columnsOf(db)) {
    const names = columns.flatMap(({ name, type }) => (type === 'bigint' && name !== 'account_id' ? [name] : []));
    const lists = columns.flatMap(({ name, type }) => (type === 'bigint[]' ? [name] : []));
    const named = [...names.map((name) => `${name} = $2`), ...lists.map((name) => `$2 = any(${name})`)];
    if (named.length === 0) continue;
    const text = `select exists (select from ${table} where account_id = $1 and (${named.join(' or ')})) as is_there`;
    if ((await db.query<{ is_there: boolean }>({ name: '', text }, [accountId, number]))[0]?.is_there)
      found.push(table);
  }
  return found;
}

function valueOf({ name, table, type }: Column): string {
  const fitting = FITTING[`${table}.${name}`];
  if (fitting !== undefined) return fitting;
  const number = randomInt(1, 30_000);
  switch (type) {
    case 'uuid':
      // A UUIDv7 for today, because the partition for today exists.
      return `overlay(gen_random_uuid()::text placing left(uuid_at((now() at time zone 'utc')::date)::text, 13) from 1 for 13)::uuid`;
    case 'text':
      return `'made up ${randomUUID()}'`;
    case 'bytea':
      return `decode(md5(random()::text), 'hex')`;
    case 'json':
    case 'jsonb':
      return `'{}'`;
    case 'inet':
      return `'192.0.2.1'`;
    case 'boolean':
      return 'false';
    case 'date':
      return 'current_date';
    case 'timestamp with time zone':
      return 'now()';
    default:
      return type.endsWith('[]') ? `'{}'` : String(number);
  }
}
