import type { Clock } from '../../../../base/clock.ts';
import type { SiteLimits } from './providers.ts';
import type { SiteSignal } from '../types.ts';

const MINUTE_MS = 60_000;
/** Connections that fail one after the other before a site counts as away; one that fails among others does not. */
const UNREACHABLE_AFTER = 3;
const TRICKLE_EVERY_MS = MINUTE_MS;
/** A pause is doubled each time that the site asks for another right behind it, up to this. */
const LONGEST_DOUBLED_MS = 4 * 60 * MINUTE_MS;
/** Two "slow down" within this time are one: they answer mails that were on their way together. */
const SLOW_ONCE_IN_MS = 5_000;
/** Weight of the newest interval in the measured rate. */
const RATE_WEIGHT = 0.1;
const SLOWEST_PER_SECOND = 1 / 60;
/** A site that nobody knows yet is taken for a quick one: what is sent back to wait for it comes back soon. */
const FIRST_GAP_MS = 10;
/** Several connections are answered within one tick of the clock. */
const LEAST_GAP_MS = 0.1;

/** What a site may be asked for at the moment, learned from how it answers. */
export interface SiteControl {
  /** Connections that may be open. */
  readonly window: number;
  /** Milliseconds for which no mail may be offered; 0 when one may be now. */
  readonly waitMs: number;
  /** Mails a second that went through lately. */
  readonly ratePerSecond: number;
  /** Why the site is slowed or paused; undefined when it is not. */
  readonly reason: string | undefined;
  /** Puts a mail behind those that wait and those that were sent back before: milliseconds until its turn. */
  lineUp(waiting: number): number;
  /** A mail is being offered. */
  offered(): void;
  /** A mail got its answer, and nothing in it concerned the site; the rate is measured only while others wait. */
  answered(isBusy?: boolean): void;
  /** A reply concerned the site. */
  signal(signal: SiteSignal): void;
  /** None of its servers could be reached, or none let us in. */
  unreachable(reason: string): void;
}

/**
 * The window starts small, grows by one with each round of mails that went through, to the limit, and halves when the
 * site asks for less (the feedback of Postfix's scheduler). A pause lets nothing out before its end, then a single mail to
 * see: when the site asks for a pause again, it is twice as long as the one before, four hours at most. A trickle lets one
 * mail a minute out over one connection.
 */
export function createSiteControl(limits: SiteLimits, clock: Clock): SiteControl {
  const window = createWindow(limits, clock);
  const pace = createPace(clock);
  let pausedUntilMs = 0;
  let pauseMs = 0;
  let trickleUntilMs = 0;
  let offeredAtMs = Number.NEGATIVE_INFINITY;
  let unreachableMs = 0;
  let failedInRow = 0;
  let reason: string | undefined;

  const isTrickling = (): boolean => clock.now() < trickleUntilMs;

  function pause(forMs: number): void {
    // Several replies of one moment are one; what answers behind the end of a pause says that it goes on.
    const goesOn = pauseMs > 0 && clock.now() >= pausedUntilMs;
    const doubledMs = goesOn ? Math.min(2 * pauseMs, LONGEST_DOUBLED_MS) : pauseMs;
    pauseMs = Math.max(doubledMs, forMs);
    pausedUntilMs = Math.max(pausedUntilMs, clock.now() + (goesOn ? pauseMs : forMs));
    window.close();
  }

  return {
    get window() {
      return isTrickling() ? 1 : window.size;
    },
    get waitMs() {
      const until = isTrickling() ? Math.max(pausedUntilMs, offeredAtMs + TRICKLE_EVERY_MS) : pausedUntilMs;
      return Math.max(0, until - clock.now());
    },
    get ratePerSecond() {
      return isTrickling() ? SLOWEST_PER_SECOND : pace.perSecond;
    },
    get reason() {
      return clock.now() < Math.max(pausedUntilMs, trickleUntilMs) ? reason : undefined;
    },
    lineUp: (waiting) => pace.lineUp(waiting, isTrickling() ? SLOWEST_PER_SECOND : pace.perSecond),
    offered: () => void (offeredAtMs = clock.now()),
    answered(isBusy = true) {
      pace.answered(isBusy);
      [unreachableMs, failedInRow, pauseMs] = [0, 0, 0];
      window.grow();
    },
    signal(signal) {
      window.halve();
      if (signal.kind === 'slow') return;
      const untilMs = clock.now() + signal.forMs;
      reason = signal.reason;
      if (signal.kind === 'pause') pause(signal.forMs);
      else trickleUntilMs = Math.max(trickleUntilMs, untilMs);
    },
    unreachable(why) {
      // Several connections that fail together are one failure.
      if (clock.now() < pausedUntilMs) return;
      failedInRow += 1;
      if (failedInRow < Math.min(window.size, UNREACHABLE_AFTER)) return;
      failedInRow = 0;
      window.close();
      unreachableMs = Math.min(Math.max(unreachableMs * 2, limits.unreachableMs[0]), limits.unreachableMs[1]);
      pausedUntilMs = Math.max(pausedUntilMs, clock.now() + unreachableMs);
      reason = why;
    },
  };
}

/** Connections that a site lets us open. */
interface Window {
  readonly size: number;
  /** A mail went through: one connection more with each round of them. */
  grow(): void;
  /** The site asked for less. */
  halve(): void;
  /** The site is away: one connection tries it when its rest is over. */
  close(): void;
}

function createWindow({ initialConnections, maxConnections }: SiteLimits, clock: Clock): Window {
  let size = Math.min(initialConnections, maxConnections);
  let cleanInRow = 0;
  let slowedAtMs = Number.NEGATIVE_INFINITY;
  return {
    get size() {
      return size;
    },
    grow() {
      cleanInRow += 1;
      if (cleanInRow < size) return;
      cleanInRow = 0;
      size = Math.min(size + 1, maxConnections);
    },
    halve() {
      cleanInRow = 0;
      if (clock.now() - slowedAtMs < SLOW_ONCE_IN_MS) return;
      slowedAtMs = clock.now();
      size = Math.max(1, Math.floor(size / 2));
    },
    close: () => void (size = 1),
  };
}

/** How fast a site takes mail, and who stands in line for it. */
interface Pace {
  readonly perSecond: number;
  answered(isBusy: boolean): void;
  lineUp(waiting: number, perSecond: number): number;
}

function createPace(clock: Clock): Pace {
  let answeredAtMs = clock.now();
  let lineEndsAtMs = 0;
  let meanGapMs = FIRST_GAP_MS;
  let wasBusy = false;
  return {
    get perSecond() {
      return Math.max(1_000 / meanGapMs, SLOWEST_PER_SECOND);
    },
    answered(isBusy) {
      const gapMs = clock.now() - answeredAtMs;
      answeredAtMs = clock.now();
      // The mean of gaps, not of rates: a burst between two long silences is no fast site. Where nobody waited, we were slow.
      if (isBusy && wasBusy) meanGapMs = (1 - RATE_WEIGHT) * meanGapMs + RATE_WEIGHT * Math.max(gapMs, LEAST_GAP_MS);
      wasBusy = isBusy;
    },
    lineUp(waiting, perSecond) {
      const mailMs = 1_000 / perSecond;
      lineEndsAtMs = Math.max(lineEndsAtMs, clock.now()) + mailMs;
      return lineEndsAtMs - clock.now() + waiting * mailMs;
    },
  };
}
