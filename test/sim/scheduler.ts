/** An actor in virtual time: a process, or the environment of the processes. */
export interface Actor {
  readonly name: string;
  /** Whether the actor is dead. The scheduled tasks of a dead actor are not run. */
  isDead: boolean;
  /** Time until which the actor is stalled. Tasks that are due earlier run at this time, in their original order. */
  stalledUntilMs: number;
}

/**
 * Whether a task may be moved when idle time is skipped. An `interval` (a repeated task of an idle process) may always
 * be moved. A `timer` may only be moved if it is due soon, like the next poll of an idle process. A `fixed` task is
 * never moved.
 */
export type DueKind = 'fixed' | 'timer' | 'interval';

/** A task and the time at which it is due. */
export interface Due {
  readonly actor: Actor;
  atMs: number;
  seq: number;
  run: (() => void) | undefined;
  readonly kind: DueKind;
}

/** Runs tasks in virtual time. Tasks that are due at the same time run in the order in which they were scheduled. */
export interface Scheduler {
  /** Current virtual time in milliseconds since the Unix epoch. */
  readonly nowMs: number;
  /** Actor of the current task. Code runs as this actor until its next `await`. */
  readonly current: Actor;
  /** Number of tasks that have run. */
  readonly turns: number;
  after(ms: number, actor: Actor, run: () => void, kind?: DueKind): Due;
  cancel(due: Due): void;
  /** Runs the next task and all promise reactions that follow from it. Returns false if there are no tasks. */
  turn(): boolean;
  /**
   * Returns the due time of the earliest task that must not be moved. A timer that is due at `soonMs` or later must not
   * be moved.
   */
  firstFixedMs(soonMs: number): number;
  /** Advances the time. Moves the movable tasks by the same amount, as if the skipped time did not exist. */
  skip(ms: number, soonMs: number): void;
}

/**
 * Runs all promise reactions that are ready. Node has no documented API for this, so this function uses the internal
 * one that Node calls after each macrotask.
 */
const settle: () => void = Reflect.get(process, '_tickCallback') as () => void;

/** Creates a scheduler whose time only advances when `turn` or `skip` is called. Must be used from a macrotask. */
export function createScheduler(startMs: number): Scheduler {
  const world: Actor = { name: 'world', isDead: false, stalledUntilMs: 0 };
  let heap: Due[] = [];
  let nowMs = startMs;
  let seq = 0;
  let turns = 0;
  let current = world;

  function push(due: Due): void {
    let at = heap.length;
    heap.push(due);
    while (at > 0) {
      const up = (at - 1) >> 1;
      // Safe cast: both indexes are inside the heap.
      const above = heap[up] as Due;
      if (!isBefore(due, above)) break;
      heap[at] = above;
      at = up;
    }
    heap[at] = due;
  }

  function pop(): Due | undefined {
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= heap.length) break;
      // Safe cast: the index was checked above.
      if (down + 1 < heap.length && isBefore(heap[down + 1] as Due, heap[down] as Due)) down += 1;
      const below = heap[down] as Due;
      if (!isBefore(below, last)) break;
      heap[at] = below;
      at = down;
    }
    heap[at] = last;
    return first;
  }

  return {
    get nowMs() {
      return nowMs;
    },
    get current() {
      return current;
    },
    get turns() {
      return turns;
    },
    after(ms, actor, run, kind = 'fixed') {
      seq += 1;
      const due: Due = { actor, atMs: nowMs + Math.max(0, ms), seq, run, kind };
      push(due);
      return due;
    },
    cancel: (due) => void (due.run = undefined),
    turn() {
      for (let due = pop(); due; due = pop()) {
        const { actor, run } = due;
        if (!run || actor.isDead) continue;
        if (actor.stalledUntilMs > due.atMs) {
          // Run the task after the stall. Tasks of the same actor keep their order.
          due.atMs = actor.stalledUntilMs;
          push(due);
          continue;
        }
        if (due.atMs > nowMs) nowMs = due.atMs;
        due.run = undefined;
        turns += 1;
        current = actor;
        run();
        settle();
        current = world;
        return true;
      }
      return false;
    },
    firstFixedMs(soonMs) {
      let first = Number.POSITIVE_INFINITY;
      for (const due of heap) {
        if (due.run && !due.actor.isDead && due.atMs < first && !isMovable(due, soonMs)) first = due.atMs;
      }
      return first;
    },
    skip(ms, soonMs) {
      const all = heap.filter(({ actor, run }) => run && !actor.isDead);
      for (const due of all) if (isMovable(due, soonMs)) due.atMs += ms;
      heap = [];
      for (const due of all) push(due);
      nowMs += ms;
    },
  };
}

function isMovable({ atMs, kind }: Due, soonMs: number): boolean {
  return kind === 'interval' || (kind === 'timer' && atMs < soonMs);
}

function isBefore(a: Due, b: Due): boolean {
  return a.atMs === b.atMs ? a.seq < b.seq : a.atMs < b.atMs;
}
