import type { createAdapterFactory, CustomAdapter } from 'better-auth/adapters';
import type { BetterAuthOptions, DBAdapter } from 'better-auth';
import { sha256 } from '../../../base/crypto.ts';
import type { Database, Db } from '../../../base/db.ts';
import {
  ENGINE_TABLES,
  runEngine,
  type Condition,
  type EngineModel,
  type EngineRow,
  type Operator,
  type Shape,
} from './engine-queries.ts';

type CreateAdapterFactory = typeof createAdapterFactory;
type Where = Parameters<CustomAdapter['findOne']>[0]['where'];
type Given = Record<string, unknown>;
type Selected = { readonly model: string; readonly where: Where };
type Sorting = { readonly field: string; readonly direction: string };

const MAX_ROWS = 100;
const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ne', 'lt', 'lte', 'gt', 'gte']);

/**
 * Returns a function that creates the database adapter of the authentication library. The adapter maps the library's
 * models to Postrider's tables, which have other names and numeric IDs, and store only SHA-256 hashes of session
 * tokens. The library's transactions are database transactions.
 */
export function createEngineAdapter(
  makeFactory: CreateAdapterFactory,
  db: Database,
): (options: BetterAuthOptions) => DBAdapter {
  const config = { adapterId: 'postrider', supportsNumericIds: true, supportsDates: true, supportsBooleans: true };
  return (options) =>
    makeFactory({
      config: {
        ...config,
        transaction: async (work) =>
          db.transaction(async (tx) => {
            const inner = makeFactory({
              config: { ...config, transaction: false },
              adapter: () => tableAccess(tx),
            });
            return work(inner(options));
          }),
      },
      adapter: () => tableAccess(db),
    })(options);
}

/** Returns the functions with which the authentication library reads and writes tables. */
function tableAccess(db: Db): CustomAdapter {
  // Safe cast: the library's generic types let each caller choose its row type, and the rows have the columns of the
  // tables.
  return { ...reading(db), ...writing(db) } as unknown as CustomAdapter;
}

function reading(db: Db): object {
  return {
    async findOne({ model, where }: Selected) {
      const { conditions, token, values } = conditionsOf(modelOf(model), where);
      const [row] = await run(
        db,
        { model: modelOf(model), verb: 'select', where: conditions, limit: 1 },
        values,
        token,
      );
      return row ?? null;
    },
    async findMany(asked: Partial<Selected> & { model: string; limit: number; sortBy?: Sorting }) {
      const model = modelOf(asked.model);
      const { conditions, values } = conditionsOf(model, asked.where ?? []);
      const orderBy = asked.sortBy && {
        column: columnOf(model, asked.sortBy.field),
        isDescending: asked.sortBy.direction === 'desc',
      };
      const limit = Math.min(asked.limit, MAX_ROWS);
      return run(db, { model, verb: 'select', where: conditions, orderBy, limit }, values);
    },
    async count({ model, where = [] }: Partial<Selected> & { model: string }) {
      const { conditions, values } = conditionsOf(modelOf(model), where);
      const [row] = await runEngine(db, { model: modelOf(model), verb: 'count', where: conditions }, values);
      return Number(row?.['count'] ?? 0);
    },
  };
}

function writing(db: Db): object {
  const change = async ({ model, where }: Selected, set: Given, add: Given = {}): Promise<Given[]> => {
    const { conditions, values } = conditionsOf(modelOf(model), where);
    const given = columnsOf(modelOf(model), set);
    const added = columnsOf(modelOf(model), add);
    const columns = { set: given.columns, add: added.columns };
    const shape = { model: modelOf(model), verb: 'update', where: conditions, ...columns } as const;
    return run(db, shape, [...given.values, ...added.values, ...values]);
  };
  const remove = async ({ model, where }: Selected): Promise<Given[]> => {
    const { conditions, values } = conditionsOf(modelOf(model), where);
    return run(db, { model: modelOf(model), verb: 'delete', where: conditions }, values);
  };
  return {
    async create({ data, model }: { model: string; data: Given }) {
      const { columns, values } = columnsOf(modelOf(model), data);
      const shape = { model: modelOf(model), verb: 'insert', set: columns, where: [] } as const;
      return (await run(db, shape, values, textOf(data['token'])))[0] ?? null;
    },
    update: async (asked: Selected & { update: Given }) => (await change(asked, asked.update))[0] ?? null,
    updateMany: async (asked: Selected & { update: Given }) => (await change(asked, asked.update)).length,
    incrementOne: async (asked: Selected & { increment: Given; set?: Given }) =>
      (await change(asked, asked.set ?? {}, asked.increment))[0] ?? null,
    delete: async (asked: Selected) => void (await remove(asked)),
    deleteMany: async (asked: Selected) => (await remove(asked)).length,
    consumeOne: async (asked: Selected) => (await remove(asked))[0] ?? null,
  };
}

async function run(db: Db, shape: Shape, values: readonly unknown[], token?: string): Promise<Given[]> {
  const rows = await runEngine(db, shape, values);
  return rows.map((row) => toGiven(shape.model, row, token));
}

function modelOf(name: string): EngineModel {
  // Safe cast: the keys of ENGINE_TABLES are exactly the values of this type.
  if (Object.hasOwn(ENGINE_TABLES, name)) return name as EngineModel;
  throw new Error(`The sign-in engine used an unknown table ${name}`);
}

function columnOf(model: EngineModel, field: string): string {
  const columns: Readonly<Record<string, string>> = ENGINE_TABLES[model].columns;
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
  if (column === undefined) throw new Error(`The sign-in engine used an unknown field ${model}.${field}`);
  return column;
}

/**
 * Converts the given fields to columns. Omits fields that are not stored, such as pictures and other providers' tokens.
 */
function columnsOf(model: EngineModel, given: Given): { columns: string[]; values: unknown[] } {
  const known: Readonly<Record<string, string>> = ENGINE_TABLES[model].columns;
  const kept = Object.entries(given).filter(([field, value]) => Object.hasOwn(known, field) && value !== undefined);
  // Add the column for the account of a session. The SQL statement sets the value of this column.
  if (model === 'session' && 'userId' in given && !kept.some(([field]) => field === 'actingAccountId')) {
    kept.push(['actingAccountId', null]);
  }
  return {
    columns: kept.map(([field]) => columnOf(model, field)),
    values: kept.map(([field, value]) => storedValue(model, field, value)),
  };
}

function conditionsOf(
  model: EngineModel,
  where: Where,
): { conditions: Condition[]; values: unknown[]; token: string | undefined } {
  const values: unknown[] = [];
  let token: string | undefined;
  const conditions = where.map(({ connector, field, operator = 'eq', value }): Condition => {
    if (connector === 'OR' || !OPERATORS.has(operator)) {
      throw new Error(`The sign-in engine used an unknown comparison ${connector} ${operator}`);
    }
    if (value !== null) values.push(storedValue(model, field, value));
    if (model === 'session' && field === 'token') token = textOf(value);
    // Safe cast: `operator` was compared with `OPERATORS` above.
    return { column: columnOf(model, field), operator: operator as Operator, isNull: value === null };
  });
  return { conditions, values, token };
}

function storedValue(model: EngineModel, field: string, value: unknown): unknown {
  return model === 'session' && field === 'token' ? sha256(String(value)) : value;
}

/**
 * Converts a row to the field names of the authentication library. A session has a token only if the request contained
 * the token.
 */
function toGiven(model: EngineModel, row: EngineRow, token: string | undefined): Given {
  const given: Given = {};
  for (const [field, column] of Object.entries(ENGINE_TABLES[model].columns)) given[field] = row[column];
  if (model === 'session') given['token'] = token ?? '';
  return given;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
