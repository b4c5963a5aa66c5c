/** Limits of admission control. Times are in milliseconds. */
export interface AdmissionLimits {
  /** Maximum number of slots, and the number at the start. */
  readonly maxRequests: number;
  /** Minimum number of slots, even if responses are slow. */
  readonly fewestPlaces: number;
  /** Median response time in milliseconds up to which slots are never removed. */
  readonly targetMs: number;
  /** Minimum time, in milliseconds, between adjustments of the number of slots. */
  readonly intervalMs: number;
}

/** The slot held by an admitted request. */
export interface Place {
  /** Releases the slot while the client sends the body, so that a slow client does not block other requests. */
  rest(nowMs: number): void;
  /** Takes a slot again after `rest`. Always succeeds. */
  resume(nowMs: number): void;
  /** Releases the slot at the end of the request. The response time is measured only if `isGauge` is true. */
  end(nowMs: number, isGauge: boolean): void;
}

/** Limits the number of requests in progress. */
export interface Admission {
  /** Returns a slot, or undefined if the client must retry later. */
  enter(nowMs: number): Place | undefined;
  /** Returns whether `enter` would reject a request now. If so, counts it as rejected. */
  refuses(nowMs: number): boolean;
  /** Current number of slots. */
  readonly places: number;
  /** Number of admitted requests that hold a slot. */
  readonly atWork: number;
}

/** Minimum number of measured response times in an interval. The median of fewer is not meaningful. */
const MIN_ANSWERS = 5;
/**
 * The target response time is at least this many times the lowest median of an interval without rejections. This adapts
 * the target to the speed of the machine.
 */
const TIMES_QUIET = 2;
/**
 * Number of event loop iterations that a send request waits for. Their duration is added to the target response time,
 * because fewer slots would hardly shorten it.
 */
const ITERATIONS = 3;
/**
 * Maximum duration of an event loop iteration, in milliseconds, that is added to the target response time. A longer
 * iteration is a sign of overload.
 */
const MAX_ITERATION_MS = 50;
/**
 * Maximum factor by which the lowest median grows per interval, so that it adapts to a machine that has become slower.
 */
const FORGETTING = 1.001;
const MIN_PART = 0.25;
/**
 * Factors by which the number of slots grows after an interval that was not slow: `BOLD_GROWTH` if no request was
 * rejected, otherwise `CAREFUL_GROWTH` if the median response time is known.
 */
const CAREFUL_GROWTH = 1.025;
const BOLD_GROWTH = 1.5;

/** Counters since the number of slots was last adjusted. */
interface Interval {
  readonly startedAtMs: number;
  offered: number;
  refused: number;
  ended: number;
  mostAtWork: number;
  readonly gaugesMs: number[];
}

interface Work {
  atWork: number;
  /**
   * Response times of requests that started before this time are ignored, because these requests waited in a queue that
   * was too long.
   */
  cutAtMs: number;
  interval: Interval;
}

/**
 * Creates an admission controller that keeps response times close to those without a queue. While the median response
 * time exceeds its target and more requests arrive than finish, it reduces the number of slots in proportion (Little's
 * law). `loopLagMs` returns the duration of an event loop iteration, in milliseconds.
 */
export function createAdmission(limits: AdmissionLimits, loopLagMs: () => number = () => 0): Admission {
  const work: Work = { atWork: 0, cutAtMs: -Infinity, interval: newInterval(0, 0) };
  let places = limits.maxRequests;
  let quietMs = Infinity;
  let isSlow = false;

  const judge = (nowMs: number): void => {
    const { interval } = work;
    const medianMs = medianOf(interval.gaugesMs);
    const wasSlow = isSlow;
    if (interval.refused === 0 && medianMs !== undefined) quietMs = Math.min(medianMs, quietMs * FORGETTING);
    const iterationsMs = ITERATIONS * Math.min(loopLagMs(), MAX_ITERATION_MS);
    const targetMs = Math.max(limits.targetMs, TIMES_QUIET * quietMs) + iterationsMs;
    // If there were too few responses to determine the median, such as during a stall, do not treat the interval as
    // slow.
    const isKnown = medianMs !== undefined && interval.gaugesMs.length >= MIN_ANSWERS;
    isSlow = isKnown && medianMs > targetMs && interval.offered > interval.ended;
    // While all slots are available, ignore a single slow interval, because most disturbances are short.
    if (isSlow && (wasSlow || places < limits.maxRequests)) {
      const part = Math.max(MIN_PART, targetMs / (medianMs ?? targetMs));
      places = Math.max(limits.fewestPlaces, Math.min(places, Math.floor(interval.mostAtWork * part)));
      work.cutAtMs = nowMs;
    } else if (!isSlow) {
      places = Math.min(limits.maxRequests, Math.ceil(places * growthAfter(interval, isKnown)));
    }
    work.interval = newInterval(nowMs, work.atWork);
  };

  const refuses = (nowMs: number): boolean => {
    if (nowMs - work.interval.startedAtMs >= limits.intervalMs) judge(nowMs);
    if (work.atWork < places) return false;
    work.interval.offered += 1;
    work.interval.refused += 1;
    return true;
  };

  return {
    enter(nowMs) {
      if (refuses(nowMs)) return undefined;
      work.interval.offered += 1;
      return takeSlot(work, nowMs);
    },
    refuses,
    get places() {
      return places;
    },
    get atWork() {
      return work.atWork;
    },
  };
}

function takeSlot(work: Work, enteredAtMs: number): Place {
  let sinceMs = enteredAtMs;
  let workedMs = 0;
  let isResting = false;
  work.atWork += 1;
  work.interval.mostAtWork = Math.max(work.interval.mostAtWork, work.atWork);
  return {
    rest(nowMs) {
      isResting = true;
      work.atWork -= 1;
      workedMs += nowMs - sinceMs;
    },
    resume(nowMs) {
      isResting = false;
      work.atWork += 1;
      sinceMs = nowMs;
    },
    end(nowMs, isGauge) {
      work.interval.ended += 1;
      if (isResting) return;
      work.atWork -= 1;
      if (isGauge && enteredAtMs >= work.cutAtMs) work.interval.gaugesMs.push(workedMs + nowMs - sinceMs);
    },
  };
}

function newInterval(startedAtMs: number, atWork: number): Interval {
  return { startedAtMs, offered: 0, refused: 0, ended: 0, mostAtWork: atWork, gaugesMs: [] };
}

/** Returns the factor by which the number of slots grows after an interval that was not slow. */
function growthAfter({ refused }: Interval, isKnown: boolean): number {
  if (refused === 0) return BOLD_GROWTH;
  return isKnown ? CAREFUL_GROWTH : 1;
}

function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Slot for requests that bypass admission control. */
export const UNLIMITED_SLOT: Place = { rest() {}, resume() {}, end() {} };
