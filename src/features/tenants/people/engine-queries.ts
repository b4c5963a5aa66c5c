import { createHash } from 'node:crypto';
import { statement, type Db, type Statement } from '../../../base/db.ts';

/**
 * Names of the authentication library's models and fields in the database. Fields that are not listed are not stored.
 */
export const ENGINE_TABLES = {
  user: {
    table: 'person',
    columns: {
      id: 'id',
      name: 'name',
      email: 'email',
      emailVerified: 'email_verified',
      twoFactorEnabled: 'two_factor_enabled',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  account: {
    table: 'person_password',
    columns: {
      id: 'id',
      userId: 'person_id',
      providerId: 'provider_id',
      accountId: 'provider_account_id',
      password: 'password',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  session: {
    table: 'person_session',
    columns: {
      id: 'id',
      userId: 'person_id',
      token: 'token_hash',
      actingAccountId: 'account_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    table: 'person_challenge',
    columns: {
      id: 'id',
      identifier: 'identifier',
      value: 'value',
      expiresAt: 'expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  twoFactor: {
    table: 'person_two_factor',
    columns: {
      id: 'id',
      userId: 'person_id',
      secret: 'secret',
      backupCodes: 'backup_codes',
      verified: 'verified',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
} as const;

/** Name of a model of the authentication library. */
export type EngineModel = keyof typeof ENGINE_TABLES;

/** Comparison operators that the authentication library uses. */
const OPERATORS = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;
export type Operator = keyof typeof OPERATORS;

/** A comparison of a column with a value. Null is compared with `is`. */
export interface Condition {
  readonly column: string;
  readonly operator: Operator;
  readonly isNull: boolean;
}

/**
 * Shape of a statement, without its values. The authentication library uses only a few shapes, and each becomes a
 * prepared statement.
 */
export interface Shape {
  readonly model: EngineModel;
  readonly verb: 'insert' | 'select' | 'update' | 'delete' | 'count';
  readonly where: readonly Condition[];
  /** Columns that are set, in the order of their parameters. These parameters precede those of the conditions. */
  readonly set?: readonly string[];
  /**
   * Columns that are incremented by a parameter. These parameters follow the parameters of the columns that are set.
   */
  readonly add?: readonly string[];
  readonly orderBy?: { readonly column: string; readonly isDescending: boolean } | undefined;
  readonly limit?: number | undefined;
}

/** A row, keyed by column name. */
export type EngineRow = Record<string, unknown>;

/**
 * SQL expression for the account of a new session if none is given: the account that the user used last, or otherwise
 * the account that the user joined first.
 */
const FIRST_ACCOUNT = `(select m.account_id from membership m join person p on p.id = m.person_id
  where m.person_id = $PERSON order by (m.account_id = p.last_account_id) is true desc, m.joined_at, m.account_id limit 1)`;

/** Executes the query that `shape` describes. */
export async function runEngine(db: Db, shape: Shape, values: readonly unknown[]): Promise<EngineRow[]> {
  return engineStatement(shape)(db, ...values);
}

/** Returns the statement for the query that `shape` describes. Equal shapes share a prepared statement. */
export function engineStatement(shape: Shape): Statement<readonly unknown[], EngineRow> {
  const text = textOf(shape);
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 24);
  return statement<readonly unknown[], EngineRow>(`people_engine_${digest}`, text);
}

function textOf(shape: Shape): string {
  const { add = [], limit, model, orderBy, set = [], verb } = shape;
  const { table } = ENGINE_TABLES[model];
  const where = whereOf(shape, set.length + add.length);
  switch (verb) {
    case 'insert':
      return `insert into ${table} (${set.join(', ')}) values (${valuesOf(model, set)}) returning *`;
    case 'select': {
      const order = orderBy ? ` order by ${orderBy.column}${orderBy.isDescending ? ' desc' : ''}` : '';
      return `select * from ${table}${where}${order}${limit === undefined ? '' : ` limit ${limit}`}`;
    }
    case 'update':
      return `update ${table} set ${assignmentsOf(set, add)}${where} returning *`;
    case 'delete':
      return `delete from ${table}${where} returning *`;
    case 'count':
      return `select count(*) as count from ${table}${where}`;
  }
}

function valuesOf(model: EngineModel, set: readonly string[]): string {
  const person = set.indexOf('person_id') + 1;
  return set
    .map((column, index) => {
      const chosen = FIRST_ACCOUNT.replace('$PERSON', `$${person}`);
      const isAccount = model === 'session' && column === 'account_id';
      return isAccount ? `coalesce($${index + 1}::bigint, ${chosen})` : `$${index + 1}`;
    })
    .join(', ');
}

function assignmentsOf(set: readonly string[], add: readonly string[]): string {
  return [
    ...set.map((column, index) => `${column} = $${index + 1}`),
    ...add.map((column, index) => `${column} = ${column} + $${set.length + index + 1}`),
  ].join(', ');
}

function whereOf({ where }: Shape, before: number): string {
  let parameter = before;
  const parts = where.map(({ column, isNull, operator }) => {
    if (isNull) return `${column} is ${operator === 'ne' ? 'not ' : ''}null`;
    parameter += 1;
    return `${column} ${OPERATORS[operator]} $${parameter}`;
  });
  return parts.length === 0 ? '' : ` where ${parts.join(' and ')}`;
}

/** Returns one statement of each kind for each table, so that tests can check the statements against the schema. */
export function allEngineStatements(): Statement<readonly unknown[], EngineRow>[] {
  const models = Object.keys(ENGINE_TABLES) as EngineModel[];
  return models.flatMap((model) => {
    const set: string[] = Object.values(ENGINE_TABLES[model].columns).filter((column) => column !== 'id');
    const where = set.map((column): Condition => ({ column, operator: 'eq', isNull: false }));
    const shapes: Shape[] = [
      { model, verb: 'insert', set, where: [] },
      { model, verb: 'select', where, orderBy: { column: 'id', isDescending: true }, limit: 1 },
      { model, verb: 'update', set, where },
      { model, verb: 'delete', where: [...where, { column: 'id', operator: 'ne', isNull: false }] },
      { model, verb: 'count', where: [] },
    ];
    return shapes.map((shape) => engineStatement(shape));
  });
}
