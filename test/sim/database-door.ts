import { DatabaseError } from 'pg';
import type { Database, Tx } from '../../src/base/db.ts';
import {
  createMemoryDatabase,
  type Answer,
  type Change,
  type MemoryDatabase,
  type MemoryTx,
} from './memory-database.ts';
import type { Actor, Due } from './scheduler.ts';
import type { WebhookWatch } from './memory-webhooks.ts';
import type { Simulation } from './simulation.ts';

/** Statements that idle processes repeat. No random faults affect them, because such faults would have no effect. */
const IDLE = new Set(['delivery_beat', 'delivery_stops', 'delivery_publish_sites', 'webhooks_oldest_queued']);
/** Value of `idle_in_transaction_session_timeout` in base/client-config.ts. */
const IDLE_IN_TRANSACTION_MS = 30_000;
/**
 * Time in milliseconds until the database server notices that a process has ended. If the whole machine has failed, the
 * server only notices this through the idle-in-transaction timeout.
 */
const PROCESS_GONE_MS = 5;
const MAX_LATE_MS = 2_000;
const MAX_SLOW_MS = 3_000;

type Statement = Parameters<Database['query']>[0];

/**
 * Statements that exist only in the simulation. They replace the statements of transactional email, which the
 * simulation does not run.
 */
export type OwnStatements = Readonly<Record<string, (values: readonly unknown[], tx: MemoryTx) => object[]>>;

/** A database session with an open transaction. */
interface Session {
  readonly actor: Actor;
  readonly tx: MemoryTx;
  isLost: boolean;
  watchdog: Due;
}

/** The shared database of all processes, behind an unreliable network. */
export interface SimulatedDatabase {
  readonly memory: MemoryDatabase;
  readonly isUp: boolean;
  /** Returns a database client for one process. */
  open(): Database;
  goDown(): void;
  comeUp(): void;
  /** Rolls back the open transactions of a process that has ended. */
  forget(actor: Actor, isPowerCut: boolean): void;
}

/** Functions that are called with each committed change of the webhook tables and the process that made the change. */
export type HookWatch = {
  readonly [Name in keyof WebhookWatch]: (of: Parameters<WebhookWatch[Name]>[0], actor: Actor) => void;
};

/** Creates a running database. Calls `watch` with each committed change and the process that made the change. */
export function createSimulatedDatabase(
  simulation: Simulation,
  own: OwnStatements,
  watch: (change: Change, actor: Actor) => void,
  watchHooks: HookWatch,
): SimulatedDatabase {
  const { around, chance, never, scheduler, whole, world } = simulation;
  const sessions = new Set<Session>();
  let waiting: { readonly tx: MemoryTx; readonly again: () => void }[] = [];
  let isUp = true;
  let incarnation = 0;
  let author = world;
  const memory = createMemoryDatabase((change) => watch(change, author), {
    hookChanged: (change) => watchHooks.hookChanged(change, author),
    timelineWritten: (row) => watchHooks.timelineWritten(row, author),
  });

  /** Ends a transaction and resumes the statements that waited for its end. */
  function end(session: Session, how: 'commit' | 'rollback'): void {
    sessions.delete(session);
    scheduler.cancel(session.watchdog);
    author = session.actor;
    memory[how](session.tx);
    const ready = waiting.filter(({ tx }) => tx === session.tx);
    waiting = waiting.filter(({ tx }) => tx !== session.tx);
    for (const { again } of ready) again();
  }

  function lose(session: Session): void {
    if (!sessions.has(session)) return;
    session.isLost = true;
    end(session, 'rollback');
  }

  function run({ name }: Statement, values: readonly unknown[], nowMs: number, tx?: MemoryTx): Answer {
    const statement = own[name];
    if (!statement) return memory.execute(name, values, nowMs, tx);
    const its = tx ?? memory.begin(nowMs);
    const rows = statement(values, its);
    if (!tx) memory.commit(its);
    return { rows };
  }

  /**
   * Sends a request to the database server. The simulated network may lose the request before it takes effect, or may
   * lose the response.
   */
  function ask(
    effect: (done: (rows: object[] | Error) => void) => void,
    about: { readonly isIdle: boolean; readonly session?: Session },
  ): Promise<object[]> {
    const actor = scheduler.current;
    if (actor.isDead) return never();
    const { session } = about;
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        scheduler.after(whole(1, 5), actor, () => reject(error));
      };
      if (!isUp) return fail(connectionRefused());
      if (session?.isLost) return fail(connectionLost());
      const born = incarnation;
      const isReplyLost = !about.isIdle && chance('lostCommit');
      if (!about.isIdle && chance('databaseError')) {
        simulation.trouble();
        if (session) lose(session);
        return fail(connectionLost());
      }
      const answer = (rows: object[] | Error): void => {
        if (isReplyLost) simulation.trouble();
        // If a response was lost, the connection cannot execute further statements.
        if (isReplyLost && session) session.isLost = true;
        const isSlow = chance('slowDatabase');
        const latencyMs = isSlow ? whole(50, MAX_SLOW_MS) : whole(1, 4);
        if (isSlow) simulation.hooks.slowed(latencyMs);
        scheduler.after(latencyMs, actor, () => {
          if (isReplyLost || born !== incarnation || session?.isLost) reject(connectionLost());
          else if (rows instanceof Error) reject(rows);
          else resolve(rows);
        });
      };
      const take = (): void => {
        if (born !== incarnation || session?.isLost) return fail(connectionLost());
        author = actor;
        effect(answer);
      };
      if (about.isIdle) return take();
      around('database', () => {
        // A statement that was sent takes effect even if the process that sent it has died.
        if (!chance('lateStatement')) return take();
        const lateMs = whole(1, MAX_LATE_MS);
        simulation.hooks.slowed(lateMs);
        scheduler.after(lateMs, world, take);
      });
    });
  }

  function query(statement: Statement, values: readonly unknown[], session?: Session): Promise<object[]> {
    const nowMs = session?.tx.nowMs ?? simulation.databaseNowMs();
    const actor = scheduler.current;
    const isIdle =
      IDLE.has(statement.name) ||
      (statement.name === 'delivery_claim' && memory.nextDueMs() > nowMs) ||
      (statement.name === 'webhooks_claim' && memory.nextHookDueMs() > nowMs);
    const born = incarnation;
    const proceed = (step: () => Answer, done: (rows: object[] | Error) => void, abandon?: () => void): void => {
      // If the lock that a statement was waiting for is released because the server ended, the statement must not run.
      // It fails with the connection error.
      if (born !== incarnation || session?.isLost) {
        abandon?.();
        return done([]);
      }
      author = actor;
      const answer = step();
      if ('rows' in answer) done(answer.rows);
      else if ('refused' in answer) done(refusedWith(answer.refused));
      else waiting.push({ tx: answer.waitsFor, again: () => proceed(answer.again, done, answer.abandon) });
    };
    if (session && chance('deadlock')) {
      return ask((done) => done(refusedWith('40P01')), { isIdle: false, session });
    }
    const attempt = (done: (rows: object[] | Error) => void): void =>
      proceed(() => run(statement, values, nowMs, session?.tx), done);
    return ask(attempt, { isIdle, ...(session && { session }) });
  }

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const actor = scheduler.current;
    let session: Session | undefined;
    await ask(
      (done) => {
        const opened: Session = {
          actor,
          tx: memory.begin(simulation.databaseNowMs()),
          isLost: false,
          watchdog: scheduler.after(IDLE_IN_TRANSACTION_MS, world, () => lose(opened)),
        };
        sessions.add(opened);
        session = opened;
        if (actor.isDead) scheduler.after(PROCESS_GONE_MS, world, () => lose(opened));
        done([]);
      },
      { isIdle: true },
    );
    const open = session;
    if (!open) throw connectionLost();
    try {
      const db = { query: (statement: Statement, values: readonly unknown[]) => query(statement, values, open) };
      // Safe cast: the brand and the row type exist only at compile time.
      const result = await work(db as unknown as Tx);
      await ask(
        (done) => {
          end(open, 'commit');
          done([]);
        },
        { isIdle: false, session: open },
      );
      return result;
    } catch (error) {
      lose(open);
      throw error;
    }
  }

  return {
    memory,
    get isUp() {
      return isUp;
    },
    open: () => ({
      // Trusts the row type that the statement declares, as the real database client does.
      query: <Row>(statement: Statement, values: readonly unknown[]) => query(statement, values) as Promise<Row[]>,
      transaction,
      alone: never,
      script: never,
      connections: () => ({ total: 0, idle: 0, waiting: 0 }),
      close: () => Promise.resolve(),
    }),
    goDown() {
      isUp = false;
      incarnation += 1;
      for (const session of sessions) lose(session);
      // Statements that wait for a lock fail, because the server has ended.
      for (const { again } of waiting.splice(0)) again();
    },
    comeUp: () => void (isUp = true),
    forget(actor, isPowerCut) {
      for (const session of sessions) {
        if (session.actor !== actor) continue;
        scheduler.after(isPowerCut ? IDLE_IN_TRANSACTION_MS : PROCESS_GONE_MS, world, () => lose(session));
      }
    },
  };
}

function connectionRefused(): Error {
  return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
}

function connectionLost(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}

function refusedWith(code: string): Error {
  return Object.assign(new DatabaseError(`SQLSTATE ${code}`, 0, 'error'), { code });
}
