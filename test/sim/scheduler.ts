/** Something that lives in virtual time: a process of ours, or the world around them. */
export interface Actor {
  readonly name: string;
  /** Nothing that was due for it happens any more. */
  isDead: boolean;
  /** Frozen until then: what is due happens late, and in order. */
  stalledUntilMs: number;
}

/**
 * What may be moved when nothing happens for long: what repeats itself while a process is idle always, a single timer only
 * when it is due soon (it is the next look of an idle process), anything else never.
 */
export type DueKind = 'fixed' | 'timer' | 'interval';

/** What is due at a moment. */
export interface Due {
  readonly actor: Actor;
  atMs: number;
  seq: number;
  run: (() => void) | undefined;
  readonly kind: DueKind;
}

/** Runs what is due in the order of virtual time; at one moment in the order in which it was asked for. */
export interface Scheduler {
  /** Virtual milliseconds since the Unix epoch. */
  readonly nowMs: number;
  /** Whose turn it is: all that code does until its next await is done in this name. */
  readonly current: Actor;
  /** How much has happened. */
  readonly turns: number;
  after(ms: number, actor: Actor, run: () => void, kind?: DueKind): Due;
  cancel(due: Due): void;
  /** Runs what comes next, with all that follows from it before anything else happens; false when nothing is left. */
  turn(): boolean;
  /** The earliest moment at which something happens that may not be moved; single timers count from `soonMs` on. */
  firstFixedMs(soonMs: number): number;
  /** Moves what may be moved, and the time itself, as if nothing had happened in between. */
  skip(ms: number, soonMs: number): void;
}

/**
 * Runs all promise reactions that are ready. Node has no documented door to this; it is what Node itself calls after each
 * macrotask, and a turn of the real event loop in its place costs ten times as much.
 */
const settle: () => void = Reflect.get(process, '_tickCallback') as () => void;

/** A scheduler whose time stands still but for `turn`. To be used from a macrotask only. */
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
      // Both places lie inside the heap.
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
      // Inside the heap, as was just seen.
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
          // Its place in line is kept: what was due first happens first.
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
