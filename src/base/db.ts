import { Client, DatabaseError, Pool, type QueryConfig } from 'pg';
import { arrayLiteral, byteaArray, isOfBytes, type ArrayElement } from './array-literal.ts';
import { clientConfig, STATEMENT_TIMEOUT_MS } from './client-config.ts';
import type { Log } from './log.ts';

/** SQLSTATE classes that mean 'the database is away, full or overloaded', never 'the input is wrong'. */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58']);
/** data_corrupted, index_corrupted, io_error: PostgreSQL runs, and cannot read what it is asked for. */
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
  // This machine has no descriptor, port or buffer for another connection, or the server's queue of them is full.
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'EADDRNOTAVAIL',
  'EAGAIN',
]);
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|The database is closing)/;

/** A statement on its way: a name, a text, and how long its answer is waited for (see `Deadline`). */
interface Asked extends Deadline {
  readonly name: string;
  readonly text: string;
}

/** How long a server may be silent before its connection is given up as dead; `Infinity` waits. */
export interface Deadline {
  readonly deadlineMs?: number;
}

/** How a transaction runs. */
export interface TransactionOptions extends Deadline {
  /** All of its statements see the same state, that of the first: for what is read in pieces that must fit together. */
  readonly isSnapshot?: boolean;
  /**
   * Its statements are planned for the values that they are run with: for what reads so much that the right plan is worth
   * more than planning costs. Without it they have plans that fit any value.
   */
  readonly isPlannedAnew?: boolean;
}

/** Something that statements run on: the pool (each statement its own transaction) or a `Tx`. */
export interface Db {
  query<Row>(statement: Asked, values: readonly unknown[]): Promise<Row[]>;
}

declare const inTransaction: unique symbol;

/** A database handle inside a transaction: what needs one takes this type first. */
export interface Tx extends Db {
  readonly [inTransaction]: true;
}

/** The process's connections to PostgreSQL. */
export interface Database extends Db {
  /**
   * Runs `work` in one transaction; commits when it resolves, rolls back when it throws. No network inside. The deadline
   * is that of each of its statements.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs statements on a connection of their own that knows no limit of time, each its own transaction: for what PostgreSQL
   * does in no transaction block.
   */
  alone<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs statements of several commands (migrations, set-up); no parameters. */
  script(sql: string): Promise<void>;
  /** Connections at this moment, those of them that nobody uses, and who waits for one. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Closes idle connections at once and waits for the busy ones. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly log: Log;
  /** Greatest number of connections. */
  readonly connections: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
}

/** The server ends a statement before; one that is silent for longer is gone, or the network to it is. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 5_000;
const SILENT = 'Query read timeout';

/** Opens a pool lazily: nothing is connected before the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const { log } = options;
  const pool = new Pool({ ...clientConfig(options.url, options.applicationName), max: options.connections });
  // Without a listener, each restart of PostgreSQL would end this process: idle connections report it here.
  // A pool that is closed does not wait until its server has heard of it: one that stops now tells those connections too.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn('Idle database connection lost', { error: error.message });
  });
  pool.on('connect', (client) => client.on('error', () => {}));

  return {
    async query<Row>(asked: Asked, values: readonly unknown[]) {
      const result = await pool.query(queryOf(asked, values));
      // The statement's declared row type is the promise; the test that PREPAREs it holds it to the schema.
      return result.rows as Row[];
    },
    async transaction(work, { isPlannedAnew = false, isSnapshot = false, ...deadline } = {}) {
      const client = await pool.connect();
      let broken: Error | undefined;
      const command = async (text: string): Promise<void> => {
        await client.query(queryOf({ name: '', text, ...deadline }, []));
      };
      try {
        // Several commands are one round trip.
        const begin = isSnapshot ? 'begin isolation level repeatable read' : 'begin';
        await command(isPlannedAnew ? `${begin}; ${PLAN_ANEW}` : begin);
        const result = await work(asTx(client, deadline));
        await command('commit');
        return result;
      } catch (error) {
        // Nothing is heard on a silent connection, not even the end of a rollback.
        if (isSilence(error)) broken = error;
        else {
          await command('rollback').catch((rollbackError: Error) => {
            // A connection that cannot roll back is of no more use; the pool drops it.
            broken = rollbackError;
          });
        }
        throw error;
      } finally {
        client.release(broken);
      }
    },
    async alone(work) {
      // None of the pool: it may have but one, which the caller holds.
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
  // The type of the statement's parameters says what its arrays hold.
  return isOfBytes(value) ? byteaArray(value) : arrayLiteral(value as ArrayElement[]);
}

/** The same database for somebody who waits for no statement longer than that, but hears that it is away. */
export function withDeadline(db: Database, deadlineMs: number): Database {
  return {
    ...db,
    query: (asked, values) => db.query({ ...asked, deadlineMs }, values),
    transaction: (work, options) => db.transaction(work, { ...options, deadlineMs }),
  };
}

function queryOf({ deadlineMs = SILENCE_MS, name, text }: Asked, values: readonly unknown[]): QueryConfig {
  const query = { name, text, values: values.map(toParameter) };
  // The driver takes a deadline for each query, which its types do not know.
  return Number.isFinite(deadlineMs) ? Object.assign(query, { query_timeout: deadlineMs }) : query;
}

function asTx(client: Pick<Client, 'query'>, deadline: Deadline): Tx {
  const tx: Db = {
    async query<Row>(asked: Asked, values: readonly unknown[]) {
      const result = await client.query(queryOf({ ...deadline, ...asked }, values));
      return result.rows as Row[];
    },
  };
  // The brand exists for the compiler only: nothing else makes a Tx.
  return tx as Tx;
}

/**
 * Runs `work` with statements that are planned for the values that they are run with: in the transaction that `db` is, of
 * which that holds from then on, or in one of its own.
 */
export async function plannedAnew<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isDatabase(db)) return db.transaction(work, { isPlannedAnew: true });
  await db.query({ name: '', text: PLAN_ANEW }, []);
  // What is no pool of connections is a transaction.
  return work(db as Tx);
}

const PLAN_ANEW = 'set local plan_cache_mode = force_custom_plan';

function isDatabase(db: Db): db is Database {
  return 'transaction' in db;
}

/** A statement as a typed function: `find(db, accountId, id)`. Its text is PREPAREd in a test against the schema. */
export interface Statement<Params extends readonly unknown[], Row> {
  (db: Db, ...params: Params): Promise<Row[]>;
  readonly statementName: string;
  readonly text: string;
}

/** Declares a named prepared statement; `name` is unique in the program. */
export function statement<Params extends readonly unknown[], Row>(name: string, text: string): Statement<Params, Row> {
  const run = async (db: Db, ...params: Params): Promise<Row[]> => db.query<Row>({ name, text }, params);
  return Object.assign(run, { statementName: name, text });
}

/**
 * Declares a statement that takes a record: `$title` in its text is the value under the key `title`. For statements with more
 * parameters than a reader can count.
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

/** True when the error says that the database is away, starting, full or overloaded: answer 503, try again. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (UNAVAILABLE_ERRNOS.has(code) || UNAVAILABLE_MESSAGES.test(error.message)) return true;
  return error instanceof DatabaseError && (UNAVAILABLE_CLASSES.has(code.slice(0, 2)) || hasNoDay(error));
}

/** True when PostgreSQL cannot read a row or a page of its own: that is of this row, others can be read. */
export function isDamaged(error: unknown): boolean {
  return DAMAGED.has(sqlStateOf(error) ?? '');
}

/** A clock that is days off asks for a day that there is no partition for; that is over when the clock is right. */
function hasNoDay({ code, routine }: DatabaseError): boolean {
  // The routine, since the server's messages may be in any language.
  return code === '23514' && routine === 'ExecFindPartition';
}

/** True when the server was silent for longer than the statement's deadline: whether it was done nobody knows. */
export function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.message === SILENT;
}

/** PostgreSQL's five-character code of an error, when it is one of the server's. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/** True when PostgreSQL refused a value of the request (NUL, surrogate, out of range): answer 422, never 500. */
export function isInputFault(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return ['22021', '22P05', '22P02', '22003', '22009', '22008', '54000', '54001'].includes(error.code ?? '');
}
