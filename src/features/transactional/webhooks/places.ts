/** Maximum number of deliveries that a process holds: requests in progress and deliveries that are ready to send. */
const MAX_SLOTS = 1_024;
/** Maximum number of deliveries held for accounts whose receivers fail or hang. */
const MAX_UNHEALTHY_SLOTS = 160;
/** Maximum number of deliveries held for accounts whose receivers have not yet responded successfully in time. */
const MAX_UNPROVEN_SLOTS = 160;
/** Maximum number of concurrent requests per account. */
export const MAX_ACCOUNT_SLOTS = 64;
/** Number of slots of a new account, and the minimum number that an account keeps even if all requests fail. */
export const INITIAL_SLOTS = 4;
export const MIN_SLOTS = 2;
/** Response time in milliseconds above which a receiver is considered to hang. */
export const SLOW_MS = 2_000;
/**
 * Prefetch window in milliseconds. The deliveries that a receiver can handle within this window are prefetched, up to
 * `MAX_AHEAD` per slot, if the receiver is known to respond promptly.
 */
const AHEAD_MS = 200;
const MAX_AHEAD = 5;
/** Weight of a new response time in the moving average, from 0 to 1. */
const WEIGHT = 1 / 8;
/** Number of consecutive failures after which a receiver is considered unhealthy, however fast it responds. */
const UNHEALTHY_FAILURES = 3;
/** Maximum number of accounts to remember. */
const MAX_ACCOUNTS = 2_000;

interface ReceiverState {
  /** Maximum number of concurrent requests. */
  places: number;
  /** Number of deliveries held: requests in progress and deliveries that wait to start. */
  held: number;
  onWire: number;
  isProven: boolean;
  failures: number;
  isSlow: boolean;
  /** Moving average of the response time, in milliseconds. */
  averageMs: number;
  /** Start times of the requests in progress, in order. */
  readonly started: Set<{ readonly atMs: number }>;
  readonly waiting: (() => void)[];
}

type Kind = 'proven' | 'unproven' | 'unhealthy';

/** How many more deliveries the next claim may take, in total and per account. */
export interface Room {
  /** Additional deliveries for all accounts together. 0 if nothing may be claimed. */
  readonly total: number;
  /** Additional deliveries for each account that is not in `accounts`. */
  readonly turn: number;
  readonly accounts: number[];
  /** Additional deliveries for each account in `accounts`, in the same order. */
  readonly places: number[];
}

/** Result of a request. Determines the change in the number of slots. */
interface Tried {
  readonly isOk: boolean;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
}

/** A slot for a delivery. */
export interface Place {
  /** Resolves when the request may start. Returns undefined if it may start immediately. */
  enter(): Promise<void> | undefined;
  /** Releases the slot. Reports the result of the request, if one was made. */
  leave(tried?: Tried): void;
}

/** Distributes slots among accounts, so that hanging receivers do not affect other accounts. */
export interface Places {
  room(nowMs: number): Room;
  /** Takes a slot for a leased delivery. */
  take(accountId: number): Place;
}

/**
 * Creates slots that adapt to receivers: a timely success adds a slot, and any other result halves their number, down
 * to `MIN_SLOTS`. Accounts with unknown or unhealthy receivers may fill only some of the slots. `now` returns
 * milliseconds.
 */
export function createPlaces(now: () => number): Places {
  const receivers = new Map<number, ReceiverState>();
  const total = { held: 0 };
  return {
    room: (nowMs) => capacityOf(receivers, total.held, nowMs),
    take(accountId) {
      const receiver = touch(receivers, accountId);
      receiver.held += 1;
      total.held += 1;
      return placeOf(receiver, total, now);
    },
  };
}

function placeOf(receiver: ReceiverState, total: { held: number }, now: () => number): Place {
  let started: { readonly atMs: number } | undefined;
  const begin = (): void => {
    started = { atMs: now() };
    receiver.started.add(started);
    receiver.onWire += 1;
  };
  return {
    enter() {
      if (receiver.onWire < receiver.places && receiver.waiting.length === 0) {
        begin();
        return undefined;
      }
      return new Promise((resolve) => {
        receiver.waiting.push(() => {
          begin();
          resolve();
        });
      });
    },
    leave(tried) {
      total.held -= 1;
      receiver.held -= 1;
      if (started) {
        receiver.started.delete(started);
        receiver.onWire -= 1;
      }
      if (tried) learn(receiver, tried);
      const { waiting } = receiver;
      // The loop ends, because calling `go` immediately counts the request in `onWire`.
      while (receiver.onWire < receiver.places) {
        const go = waiting.shift();
        if (!go) return;
        go();
      }
    },
  };
}

/** Returns the state of an account, and marks it as the most recently active one. */
function touch(receivers: Map<number, ReceiverState>, accountId: number): ReceiverState {
  const known = receivers.get(accountId);
  const receiver = known ?? newReceiver();
  receivers.delete(accountId);
  receivers.set(accountId, receiver);
  if (!known && receivers.size > MAX_ACCOUNTS) deleteOne(receivers);
  return receiver;
}

function newReceiver(): ReceiverState {
  return {
    places: INITIAL_SLOTS,
    held: 0,
    onWire: 0,
    isProven: false,
    failures: 0,
    isSlow: false,
    averageMs: AHEAD_MS,
    started: new Set(),
    waiting: [],
  };
}

function deleteOne(receivers: Map<number, ReceiverState>): void {
  for (const [accountId, { held }] of receivers) {
    if (held > 0) continue;
    receivers.delete(accountId);
    return;
  }
}

function learn(receiver: ReceiverState, { finishedAtMs, isOk, startedAtMs }: Tried): void {
  const tookMs = finishedAtMs - startedAtMs;
  receiver.isSlow = tookMs >= SLOW_MS;
  receiver.averageMs += (tookMs - receiver.averageMs) * WEIGHT;
  if (isOk && !receiver.isSlow) {
    receiver.isProven = true;
    receiver.failures = 0;
    receiver.places = Math.min(MAX_ACCOUNT_SLOTS, receiver.places + 1);
    return;
  }
  receiver.failures = isOk ? 0 : receiver.failures + 1;
  receiver.places = Math.max(MIN_SLOTS, Math.floor(receiver.places / 2));
}

function capacityOf(receivers: ReadonlyMap<number, ReceiverState>, held: number, nowMs: number): Room {
  const known = [...receivers].map(([accountId, receiver]) => ({ accountId, receiver, kind: kindOf(receiver, nowMs) }));
  const used: Record<Kind, number> = { proven: 0, unproven: 0, unhealthy: 0 };
  for (const { kind, receiver } of known) used[kind] += receiver.held;
  const total = Math.max(0, MAX_SLOTS - held);
  const left: Record<Kind, number> = {
    proven: total,
    unproven: Math.max(0, MAX_UNPROVEN_SLOTS - used.unproven),
    unhealthy: Math.max(0, MAX_UNHEALTHY_SLOTS - used.unhealthy),
  };
  return {
    total,
    turn: Math.min(INITIAL_SLOTS, left.unproven),
    accounts: known.map(({ accountId }) => accountId),
    places: known.map(({ kind, receiver }) =>
      Math.max(0, Math.min(holdable(kind, receiver) - receiver.held, left[kind])),
    ),
  };
}

/**
 * Returns the number of deliveries that an account may hold. If its receiver is known to respond in time, this is more
 * than its number of slots, so that a released slot is used immediately.
 */
function holdable(kind: Kind, { averageMs, places }: ReceiverState): number {
  if (kind === 'proven') return Math.ceil(places * (1 + Math.min(MAX_AHEAD, AHEAD_MS / Math.max(1, averageMs))));
  return kind === 'unhealthy' ? MIN_SLOTS : places;
}

function kindOf({ failures, isProven, isSlow, started }: ReceiverState, nowMs: number): Kind {
  if (isSlow || failures >= UNHEALTHY_FAILURES) return 'unhealthy';
  const [oldest] = started;
  // A request that has taken too long marks the receiver as unhealthy even before the request times out.
  if (oldest && nowMs - oldest.atMs >= SLOW_MS) return 'unhealthy';
  return isProven ? 'proven' : 'unproven';
}
