/** How the guard decides; times in milliseconds. */
export interface AdmissionLimits {
  /** Places while nothing waits for long: a burst may take all of them. */
  readonly maxRequests: number;
  /** Places that are left however long things take: enough to keep the database busy. */
  readonly fewestPlaces: number;
  /** A median below this is never too long. */
  readonly targetMs: number;
  /** How often the number of places is set. */
  readonly intervalMs: number;
}

/** A request at work. */
export interface Place {
  /** Gives the place back while the client sends its body: a slow client holds nothing up. */
  rest(nowMs: number): void;
  /** Takes the place again, always. */
  resume(nowMs: number): void;
  /** Gives the place back for good; a gauge's time is what the number of places goes by. */
  end(nowMs: number, isGauge: boolean): void;
}

/** Refuses requests before they wait for too long. */
export interface Admission {
  /** A place at work, or undefined when the request is to be told to come back. */
  enter(nowMs: number): Place | undefined;
  /** True when `enter` would give no place now, and then the request counts as refused; otherwise nothing is counted. */
  refuses(nowMs: number): boolean;
  /** Places that there are now. */
  readonly places: number;
  /** Requests at work. */
  readonly atWork: number;
}

/** Fewer answers in an interval say nothing about a queue. */
const FEWEST_ANSWERS = 5;
/** A median of so many times the quiet one is too long, where that is above the target: disks differ. */
const TIMES_QUIET = 2;
/**
 * A send waits for the loop so often: for the rate of its key, for its commit, for its answer. With fewer places a loop
 * that is busy with refusals would leave the database idle, and all would wait as long.
 */
const TURNS = 3;
/** A turn that is longer is shortened by fewer places. */
const LONGEST_TURN_MS = 50;
/** The quiet median is forgotten by this factor an interval, so that a disk which became slower is believed in a minute. */
const FORGETTING = 1.001;
const FEWEST_PART = 0.25;
/** While requests are refused and what is taken goes fast, more are tried with care; when none is refused, boldly. */
const CAREFUL_GROWTH = 1.025;
const BOLD_GROWTH = 1.5;

/** What happened since the number of places was set. */
interface Interval {
  readonly startedAtMs: number;
  offered: number;
  refused: number;
  ended: number;
  mostAtWork: number;
  readonly gaugesMs: number[];
}

/** What is at work now. */
interface Work {
  atWork: number;
  /** Those who came before the last cut waited in a queue that is no more allowed. */
  cutAtMs: number;
  interval: Interval;
}

/**
 * A guard that keeps the time in which requests are answered near what it is when they do not queue. Places at work and
 * their time go together (Little's law): when the median answer takes twice too long while more requests come than go, half
 * of the places are taken away. So the queue is bounded by its time and not by its length, on a machine of any speed.
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
    const turnsMs = TURNS * Math.min(loopLagMs(), LONGEST_TURN_MS);
    const targetMs = Math.max(limits.targetMs, TIMES_QUIET * quietMs) + turnsMs;
    // Too little to say in a stall, and after it a queue drains by itself.
    const isKnown = medianMs !== undefined && interval.gaugesMs.length >= FEWEST_ANSWERS;
    isSlow = isKnown && medianMs > targetMs && interval.offered > interval.ended;
    // A hiccup is over after one interval.
    if (isSlow && (wasSlow || places < limits.maxRequests)) {
      const part = Math.max(FEWEST_PART, targetMs / (medianMs ?? targetMs));
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
      return takePlace(work, nowMs);
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

function takePlace(work: Work, enteredAtMs: number): Place {
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

/** While requests are refused nothing is grown on a guess. */
function growthAfter({ refused }: Interval, isKnown: boolean): number {
  if (refused === 0) return BOLD_GROWTH;
  return isKnown ? CAREFUL_GROWTH : 1;
}

function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The place of a request that is answered at any load. */
export const FREE_PLACE: Place = { rest() {}, resume() {}, end() {} };
