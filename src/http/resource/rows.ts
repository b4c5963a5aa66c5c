import { recordStatement, statement, type Db, type Statement } from '../../base/db.ts';
import { holds } from '../../base/holds.ts';
import { ownObject } from '../account/object-id.ts';
import { offsetOf, type PageQuery } from '../account/page.ts';
import type { Fields, Resource, RowOf, WrittenOf } from './resource.ts';

/** Options for the rows of a resource. */
interface How {
  /** Columns in which listings search for a given string. */
  readonly search?: string | readonly string[];
  /** SQL joins of the tables that the fields' `select` expressions read. */
  readonly joins?: string;
  /** Set if rows are deleted permanently. Otherwise, a deleted row is kept with its deletion time. */
  readonly isDeletedForGood?: true;
}

interface Count {
  readonly total: number;
}
interface Id {
  readonly id: number;
}

/** Statements that read rows of a resource. Pages list the newest rows first. */
interface Rows<Row> {
  readonly page: Statement<[accountId: number, limit: number, offset: number], Row>;
  readonly count: Statement<[accountId: number], Count>;
  /** Rows with a searched column that contains a given string, ignoring case. */
  readonly foundPage?: Statement<[accountId: number, text: string, limit: number, offset: number], Row>;
  readonly foundCount?: Statement<[accountId: number, text: string], Count>;
  readonly byId: Statement<[accountId: number, id: number], Row>;
  /** Finds a row with this ID in any account. */
  readonly anywhere: Statement<[id: number], Id>;
}

/** Creates the statements that read a resource's rows. Their names start with `prefix`. */
export function rowsOf<F extends Fields>(
  { fields, table }: Resource<F>,
  prefix: string,
  { isDeletedForGood, joins = '', search }: How = {},
): Rows<RowOf<{ fields: F }>> {
  const live = isDeletedForGood ? '' : ` and ${table}.deleted_at is null`;
  const select = `select ${columnsOf({ fields, table })} from ${table} ${joins} where ${table}.account_id = $1${live}`;
  const count = `select count(*) as total from ${table} where account_id = $1${live}`;
  const found =
    search === undefined
      ? ''
      : ` and (${[search]
          .flat()
          .map((column) => holds(`${table}.${column}`))
          .join(' or ')})`;
  return {
    page: statement(`${prefix}_page`, `${select} order by ${table}.id desc limit $2 offset $3`),
    count: statement(`${prefix}_count`, count),
    ...(search !== undefined && {
      foundPage: statement(`${prefix}_found_page`, `${select}${found} order by ${table}.id desc limit $3 offset $4`),
      foundCount: statement(`${prefix}_found_count`, `${count}${found}`),
    }),
    byId: statement(`${prefix}_by_id`, `${select} and ${table}.id = $2`),
    anywhere: statement(`${prefix}_anywhere`, `select id from ${table} where id = $1${live} limit 1`),
  };
}

/** Creates the statement that inserts a row of a resource. */
export function insertOf<F extends Fields>(
  { fields, table }: Resource<F>,
  name: string,
): Statement<[values: WrittenOf<{ fields: F }> & { readonly account_id: number }], Id> {
  const set = [...writtenIn(fields), ...setIn(fields, 'inserted')];
  return recordStatement(
    name,
    `insert into ${table} (account_id, ${set.map(({ key }) => key).join(', ')})
     values ($account_id, ${set.map(({ value }) => value).join(', ')}) returning id`,
  );
}

/**
 * Creates the statement that updates all writable columns of a row. The statement returns no row if the row does not
 * exist or was deleted.
 */
export function updateOf<F extends Fields>(
  { fields, table }: Resource<F>,
  name: string,
): Statement<[values: WrittenOf<{ fields: F }> & { readonly account_id: number } & Id], Id> {
  const set = [...writtenIn(fields), ...setIn(fields, 'updated')];
  return recordStatement(
    name,
    `update ${table} set ${set.map(({ key, value }) => `${key} = ${value}`).join(', ')} from (select now()) as clock (at)
     where account_id = $account_id and id = $id and deleted_at is null returning id`,
  );
}

/** Returns the columns that are written with values from clients or from the server, and their SQL parameters. */
function writtenIn(fields: Fields) {
  return Object.entries(fields).flatMap(([key, field]) =>
    'sql' in field && field.select === undefined && (field.input || field.isWritten)
      ? [{ key, value: `$${key}::${field.sql}` }]
      : [],
  );
}

/** Returns the columns that are set by every insert or by every update. */
function setIn(fields: Fields, when: 'inserted' | 'updated') {
  return Object.entries(fields).flatMap(([key, { [when]: value }]) => (value === undefined ? [] : [{ key, value }]));
}

/** Returns the columns of a resource for a select list. */
export function columnsOf({ fields, table }: { readonly table: string; readonly fields: Fields }): string {
  const read = Object.entries(fields).flatMap(([key, field]) => {
    if (!('sql' in field)) return [];
    return field.select === undefined ? `${table}.${key}` : `${field.select} as ${key}`;
  });
  return read.join(', ');
}

/**
 * Resolves with a page of an account's objects. If `text` is given, the page contains only objects with `text` in a
 * searched column.
 */
export async function findPage<Row>(
  rows: Pick<Rows<Row>, 'page' | 'count' | 'foundPage' | 'foundCount'>,
  db: Db,
  accountId: number,
  request: PageQuery & { readonly text?: string | undefined },
): Promise<{ readonly total: number; readonly rows: readonly Row[] }> {
  const { count, foundCount, foundPage, page } = rows;
  const { perPage, text } = request;
  const isSearched = text !== undefined && foundCount && foundPage;
  const total = (await (isSearched ? foundCount(db, accountId, text) : count(db, accountId)))[0]?.total ?? 0;
  const offset = offsetOf(request);
  // Pages after the last one need no query.
  if (offset >= total) return { total, rows: [] };
  const found = isSearched ? foundPage(db, accountId, text, perPage, offset) : page(db, accountId, perPage, offset);
  return { total, rows: await found };
}

/**
 * Resolves with the account's object that has this ID. Throws forbidden if another account has it, or not_found if it
 * does not exist.
 */
export async function ownRow<Row>(
  { anywhere, byId }: Pick<Rows<Row>, 'byId' | 'anywhere'>,
  db: Db,
  accountId: number,
  id: number,
): Promise<Row> {
  return ownObject((await byId(db, accountId, id))[0], async () => anywhere(db, id));
}
