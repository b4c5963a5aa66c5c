import { Client, DatabaseError, Pool, type QueryConfig } from 'pg';
import { arrayLiteral, byteaArray, isOfBytes, type ArrayElement } from './array-literal.ts';
import { clientConfig, STATEMENT_TIMEOUT_MS } from './client-config.ts';
import type { Log } from './log.ts';

/**
 * SQLSTATE classes of errors that occur because the database is unavailable, full, or overloaded, and not because the
 * input is wrong.
 */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58']);
/** data_corrupted, index_corrupted, io_error: PostgreSQL is running but cannot read the requested data. */
const DAMAGED = new Set(['XX001', 'XX002', '58030']);
const UNAVAILABLE_ERRNOS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // This machine has no descriptor, port, or buffer for another connection, or the server's connection queue is full.
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'EADDRNOTAVAIL',
  'EAGAIN',
]);
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|The database is closing)/;

/** A statement to execute: its name, its text, and its deadline. */
interface Asked extends Deadline {
  readonly name: string;
  readonly text: string;
}

/**
 * Time in milliseconds after which the connection to an unresponsive server is considered dead. `Infinity` disables the
 * deadline.
 */
export interface Deadline {
  readonly deadlineMs?: number;
}

export interface TransactionOptions extends Deadline {
  /**
   * Whether all statements see the database as of the first statement (repeatable read). This makes reads in chunks
   * consistent.
   */
  readonly isSnapshot?: boolean;
  /**
   * Whether to plan statements for their actual parameter values. This is for large reads, where a better plan saves
   * more time than planning takes. By default, statements use generic plans.
   */
  readonly isReplanned?: boolean;
}

/** Executes statements. This is either the pool, which executes each statement in its own transaction, or a `Tx`. */
export interface Db {
  query<Row>(statement: Asked, values: readonly unknown[]): Promise<Row[]>;
}

declare const inTransaction: unique symbol;

/** A transaction. Functions that require one take it as their first parameter. */
export interface Tx extends Db {
  readonly [inTransaction]: true;
}

/** This process's connections to PostgreSQL. */
export interface Database extends Db {
  /**
   * Runs `work` in a transaction. Commits when it resolves, and rolls back when it throws. `work` must not use the
   * network. The deadline applies to each statement.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Executes statements on a separate connection without time limits, each in its own implicit transaction. Use this
   * for commands that PostgreSQL does not allow in a transaction block.
   */
  alone<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Executes several commands without parameters, for example a migration. */
  script(sql: string): Promise<void>;
  /** Returns the number of connections, of idle connections, and of callers that wait for a connection. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Closes idle connections immediately and waits for the busy ones. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly log: Log;
  /** Maximum number of connections in the pool. */
  readonly connections: number;
  /** Name of this process's connections in pg_stat_activity. */
  readonly applicationName: string;
}

/** The server cancels statements earlier, so a longer silence means that the server or the network is down. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 5_000;
const SILENT = 'Query read timeout';

/** Creates the pool. The first statement opens the first connection. */
export function openDatabase(options: DatabaseOptions): Database {
  const { log } = options;
  const pool = new Pool({ ...clientConfig(options.url, options.applicationName), max: options.connections });
  // The pool emits an error when an idle connection breaks, for example because PostgreSQL restarts. Without this
  // listener, the error would end the process. Errors are ignored while the pool closes, because the server may stop at
  // the same time.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn('Idle database connection lost', { error: error.message });
  });
  pool.on('connect', (client) => client.on('error', () => {}));

  return {
    async query<Row>(asked: Asked, values: readonly unknown[]) {
      const result = await pool.query(queryOf(asked, values));
      // A test PREPAREs each statement against the schema, so the declared row type is trusted.
      return result.rows as Row[];
    },
    async transaction(work, { isReplanned = false, isSnapshot = false, ...deadline } = {}) {
      const client = await pool.connect();
      let broken: Error | undefined;
      const command = async (text: string): Promise<void> => {
        await client.query(queryOf({ name: '', text, ...deadline }, []));
      };
      try {
        // Send all commands in one query, so that they take one round trip.
        const begin = isSnapshot ? 'begin isolation level repeatable read' : 'begin';
        await command(isReplanned ? `${begin}; ${CUSTOM_PLAN}` : begin);
        const result = await work(asTx(client, deadline));
        await command('commit');
        return result;
      } catch (error) {
        // If the server does not respond, a rollback would not get a response either.
        if (isSilence(error)) broken = error;
        else {
          await command('rollback').catch((rollbackError: Error) => {
            // If the rollback fails, the connection is unusable, and the pool drops it.
            broken = rollbackError;
          });
        }
        throw error;
      } finally {
        client.release(broken);
      }
    },
    async alone(work) {
      // Open a separate connection, because the caller may hold the pool's only connection.
      const client = new Client({ ...clientConfig(options.url, options.applicationName), statement_timeout: 0 });
      client.on('error', () => {});
      await client.connect();
      try {
        return await work(asTx(client, { deadlineMs: Infinity }));
      } finally {
        await client.end();
      }
    },
    async script(sql) {
      await pool.query(sql);
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => pool.end(),
  };
}

function toParameter(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  // Safe cast: the statement's parameter type allows only arrays of these elements.
  return isOfBytes(value) ? byteaArray(value) : arrayLiteral(value as ArrayElement[]);
}

/**
 * Returns the same database with a deadline for every statement of `query` and `transaction`, for callers that must
 * quickly notice that it is unavailable.
 */
export function withDeadline(db: Database, deadlineMs: number): Database {
  return {
    ...db,
    query: (asked, values) => db.query({ ...asked, deadlineMs }, values),
    transaction: (work, options) => db.transaction(work, { ...options, deadlineMs }),
  };
}

function queryOf({ deadlineMs = SILENCE_MS, name, text }: Asked, values: readonly unknown[]): QueryConfig {
  const query = { name, text, values: values.map(toParameter) };
  // The driver accepts a deadline per query, although its types do not declare this.
  return Number.isFinite(deadlineMs) ? Object.assign(query, { query_timeout: deadlineMs }) : query;
}

function asTx(client: Pick<Client, 'query'>, deadline: Deadline): Tx {
  const tx: Db = {
    async query<Row>(asked: Asked, values: readonly unknown[]) {
      const result = await client.query(queryOf({ ...deadline, ...asked }, values));
      return result.rows as Row[];
    },
  };
  // Safe cast: the brand exists only at compile time, and this is the only place that creates a Tx.
  return tx as Tx;
}

/**
 * Runs `work` with statements that are planned for their actual parameter values. If `db` is a transaction, this
 * applies to all of its later statements. Otherwise, `work` runs in its own transaction.
 */
export async function replanned<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isDatabase(db)) return db.transaction(work, { isReplanned: true });
  await db.query({ name: '', text: CUSTOM_PLAN }, []);
  // Safe cast: every `Db` that is not the pool is a transaction.
  return work(db as Tx);
}

const CUSTOM_PLAN = 'set local plan_cache_mode = force_custom_plan';

function isDatabase(db: Db): db is Database {
  return 'transaction' in db;
}

/** A statement as a typed function, such as `find(db, accountId, id)`. A test PREPAREs it against the schema. */
export interface Statement<Params extends readonly unknown[], Row> {
  (db: Db, ...params: Params): Promise<Row[]>;
  readonly statementName: string;
  readonly text: string;
}

/** Declares a named prepared statement. No two statements may have the same name. */
export function statement<Params extends readonly unknown[], Row>(name: string, text: string): Statement<Params, Row> {
  const run = async (db: Db, ...params: Params): Promise<Row[]> => db.query<Row>({ name, text }, params);
  return Object.assign(run, { statementName: name, text });
}

/**
 * Declares a statement that takes a record: `$title` in its text is the value of the key `title`. Use this for
 * statements with so many parameters that numbers would be hard to read.
 */
export function recordStatement<Values extends object, Row>(
  name: string,
  text: string,
): Statement<[values: Values], Row> {
  const keys = [...new Set([...text.matchAll(/\$([a-z]\w*)/gi)].map(([, key = '']) => key))];
  const numbered = text.replaceAll(/\$([a-z]\w*)/gi, (_, key: string) => `$${keys.indexOf(key) + 1}`);
  const run = async (db: Db, values: Values): Promise<Row[]> => {
    const given = new Map<string, unknown>(Object.entries(values));
    return db.query<Row>(
      { name, text: numbered },
      keys.map((key) => given.get(key)),
    );
  };
  return Object.assign(run, { statementName: name, text: numbered });
}

/**
 * Returns whether an error means that the database is unavailable, starting, full, or overloaded. The response is then
 * 503, and callers may retry.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (UNAVAILABLE_ERRNOS.has(code) || UNAVAILABLE_MESSAGES.test(error.message)) return true;
  return error instanceof DatabaseError && (UNAVAILABLE_CLASSES.has(code.slice(0, 2)) || hasNoDay(error));
}

/**
 * Returns true if the error means that a row or page is corrupt or cannot be read from the disk. Other rows and pages
 * may still be readable.
 */
export function isDamaged(error: unknown): boolean {
  return DAMAGED.has(sqlStateOf(error) ?? '');
}

/**
 * Returns true if the error means that the requested day has no partition. This happens if a clock is wrong by days.
 */
function hasNoDay({ code, routine }: DatabaseError): boolean {
  // Compares the PostgreSQL routine, because the server's messages may be in any language.
  return code === '23514' && routine === 'ExecFindPartition';
}

/** Returns whether the server did not respond before the statement's deadline. The statement may have been executed. */
export function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.message === SILENT;
}

/** Returns the SQLSTATE of an error from the PostgreSQL server. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/**
 * Returns whether PostgreSQL rejected a value from the request (NUL, surrogate, out of range). The response is then
 * 422, never 500.
 */
export function isInputFault(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return ['22021', '22P05', '22P02', '22003', '22009', '22008', '54000', '54001'].includes(error.code ?? '');
}
