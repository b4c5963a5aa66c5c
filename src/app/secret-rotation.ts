import type { Database, Db } from '../base/db.ts';
import type { SealedColumn } from '../base/sealed-column.ts';
import { keepErasedKeys, sealedContactColumns } from '../features/audience/contacts/index.ts';
import { sealedDomainColumns } from '../features/sending/domains/index.ts';
import { sealedRouteColumns } from '../features/sending/routes/index.ts';
import { sealedSigningColumns } from '../features/tenants/access/index.ts';
import { sealedOauthColumns } from '../features/tenants/oauth/index.ts';
import { sealedFactorColumns } from '../features/tenants/people/index.ts';
import { sealedHookColumns } from '../features/compatibility/vendors/index.ts';
import { sealedWebhookColumns } from '../features/transactional/webhooks/index.ts';
import type { Installation } from './installation.ts';
import { cookiesOf } from './people.ts';
import { adoptSecret } from './secret-check.ts';

/** Maximum number of values that are re-encrypted per transaction. */
const CHUNK = 200;
/**
 * Maximum number of passes. Each pass handles the values that other processes encrypted with an earlier secret during
 * the previous pass. Without a limit, the rotation might never end.
 */
const MAX_PASSES = 5;
const MAX_FAULTS_LISTED = 20;

/** Returns all columns with values that are encrypted with the master secret. */
export function sealedColumns(installation: Pick<Installation, 'config' | 'vault'>): SealedColumn[] {
  const { vault } = installation;
  return [
    ...sealedDomainColumns(vault),
    ...sealedRouteColumns(vault),
    ...sealedWebhookColumns(vault),
    ...sealedHookColumns(vault),
    ...sealedSigningColumns(vault),
    ...sealedOauthColumns(vault),
    ...sealedContactColumns(vault),
    ...sealedFactorColumns(cookiesOf(installation)),
  ];
}

/** Counts of values in a column, by the secret that they are encrypted with. */
export interface ColumnCount {
  readonly table: string;
  readonly column: string;
  /** Number of values encrypted with the newest secret. */
  readonly newest: number;
  /** Number of values encrypted with a known earlier secret. */
  readonly earlier: number;
  /** Number of values that are corrupt or encrypted with an unknown secret. */
  readonly unopened: number;
  /** The first values that cannot be decrypted, each with the reason. */
  readonly faults: readonly string[];
}

/** Counts values by the secret that they are encrypted with. Changes nothing. */
export async function countSealed(installation: Pick<Installation, 'config' | 'db' | 'vault'>): Promise<ColumnCount[]> {
  const counts: ColumnCount[] = [];
  for (const column of sealedColumns(installation)) {
    counts.push(await goOver(installation.db, column, () => Promise.resolve(0)));
  }
  return counts;
}

/**
 * Re-encrypts all values from earlier secrets with the newest secret, then records it as the database's secret.
 * Resolves with the number of re-encrypted values and the final counts. Leaves values that no secret can decrypt
 * unchanged. Can be repeated after an interruption. Throws if other processes keep encrypting with an earlier secret.
 */
export async function rotateSecrets(
  installation: Pick<Installation, 'config' | 'db' | 'vault'>,
): Promise<{ readonly resealed: number; readonly counts: readonly ColumnCount[] }> {
  const { db, vault } = installation;
  // The hashes of erased addresses cannot be recomputed with the new secret, so keep the keys that were derived from
  // earlier secrets.
  await db.transaction((tx) => keepErasedKeys(tx, vault));
  let resealed = 0;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const counts: ColumnCount[] = [];
    for (const column of sealedColumns(installation)) {
      const count = await goOver(db, column, (changes) => replace(db, column, changes));
      resealed += count.earlier;
      counts.push(count);
    }
    if (counts.every(({ earlier }) => earlier === 0)) {
      await db.transaction((tx) => adoptSecret(tx, vault));
      return { resealed, counts };
    }
  }
  throw new Error(
    'Other processes still encrypt with an earlier secret: restart those processes with the new secret and run this command again',
  );
}

type Row = Readonly<Record<string, unknown>>;

interface Change {
  readonly row: Row;
  readonly value: Buffer | string;
}

async function goOver(
  db: Db,
  column: SealedColumn,
  act: (changes: readonly Change[]) => Promise<unknown>,
): Promise<ColumnCount> {
  let [newest, earlier, unopened] = [0, 0, 0];
  const faults: string[] = [];
  for (let last: Row | undefined; ;) {
    const rows = await chunkAfter(db, column, last);
    const changes: Change[] = [];
    for (const row of rows) {
      try {
        const value = await column.reseal(row['value_'], row);
        if (value === undefined) newest += 1;
        else changes.push({ row, value });
      } catch (error) {
        // If a value cannot be decrypted, report its location and continue with the other values.
        unopened += 1;
        if (faults.length < MAX_FAULTS_LISTED) faults.push(`${placeOf(column, row)}: ${(error as Error).message}`);
      }
    }
    if (changes.length > 0) await act(changes);
    earlier += changes.length;
    last = rows.at(-1);
    if (rows.length < CHUNK) break;
  }
  return { table: column.table, column: column.column, newest, earlier, unopened, faults };
}

/** Loads the next rows in primary key order, using the key's index. */
async function chunkAfter(db: Db, { beside, column, key, table, where }: SealedColumn, last: Row | undefined) {
  const names = Object.keys(key);
  const columns = names.map((name) => `t.${name}`).join(', ');
  const places = Object.values(key).map((type, at) => `$${at + 1}::${type}`);
  const conditions = [
    `t.${column} is not null`,
    ...(where === undefined ? [] : [where]),
    ...(last ? [`(${columns}) > (${places.join(', ')})`] : []),
  ];
  const text = `select ${columns}, t.${column} as value_${beside ? `, ${beside.columns}` : ''} from ${table} t
    ${beside?.join ?? ''} where ${conditions.join(' and ')} order by ${columns} limit ${CHUNK}`;
  return db.query<Row>({ name: '', text }, last ? names.map((name) => last[name]) : []);
}

/** Replaces values in one transaction. Skips those that changed after they were read; the next pass handles them. */
async function replace(db: Database, { column, key, table }: SealedColumn, changes: readonly Change[]): Promise<void> {
  const names = Object.keys(key);
  const found = names.map((name, at) => `${name} = $${at + 1}`).join(' and ');
  const [before, after] = [names.length + 1, names.length + 2];
  const text = `update ${table} set ${column} = $${after} where ${found} and ${column} = $${before}`;
  await db.transaction(async (tx) => {
    for (const { row, value } of changes) {
      await tx.query({ name: '', text }, [...names.map((name) => row[name]), row['value_'], value]);
    }
  });
}

/** Returns the table, column and key of a value. For a binary key, returns only the first bytes. */
function placeOf({ column, key, table }: SealedColumn, row: Row): string {
  const shown = Object.keys(key).map((name) => {
    const part = row[name];
    return `${name} ${Buffer.isBuffer(part) ? part.toString('hex', 0, 8) : String(part)}`;
  });
  return `${table}.${column}, ${shown.join(', ')}`;
}
