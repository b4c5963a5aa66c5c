import type { Clock } from '../../../../base/clock.ts';
import type { SiteLimits } from './providers.ts';
import type { SiteSignal } from '../types.ts';

const MINUTE_MS = 60_000;
/**
 * Number of consecutive connection failures after which a site is considered unreachable. A site whose window is
 * smaller needs only as many failures as the window has connections.
 */
const UNREACHABLE_AFTER = 3;
const TRICKLE_EVERY_MS = MINUTE_MS;
/** Longest pause that results from doubling, in milliseconds. */
const MAX_DOUBLED_MS = 4 * 60 * MINUTE_MS;
/**
 * Period in milliseconds within which several replies that ask to slow down count as one, because they are replies to
 * messages that were sent at the same time.
 */
const SLOW_ONCE_IN_MS = 5_000;
/** Weight of the newest gap between replies in the moving average. */
const RATE_WEIGHT = 0.1;
const SLOWEST_PER_SECOND = 1 / 60;
/**
 * Initial value of the average gap between replies, in milliseconds. An unknown site is assumed to be fast, so that
 * released messages are soon retried.
 */
const FIRST_GAP_MS = 10;
/** Minimum gap between replies, in milliseconds. Several connections may receive replies within one clock tick. */
const MIN_GAP_MS = 0.1;

/** The current limits of a site, learned from its replies. */
export interface SiteControl {
  /** Maximum number of open connections at the moment. */
  readonly window: number;
  /** Milliseconds until the next message may be sent, or 0 if it may be sent now. */
  readonly waitMs: number;
  /** Recent throughput in messages per second. */
  readonly ratePerSecond: number;
  /** The reason for the current pause or trickle mode. Undefined if the site is neither paused nor in trickle mode. */
  readonly reason: string | undefined;
  /**
   * Records that a message was released because the site's queue is full. Returns the number of milliseconds until the
   * message could be sent at the current rate, after all messages released before it and the `waiting` messages.
   */
  lineUp(waiting: number): number;
  /** Records that a message is being sent. */
  offered(): void;
  /**
   * Records a reply that neither slows nor pauses the site. `isBusy` means that other messages are waiting. Only then
   * does the reply count toward the measured rate.
   */
  answered(isBusy?: boolean): void;
  /**
   * Reduces the number of connections. Depending on `signal`, also pauses the site or limits it to one message a
   * minute.
   */
  signal(signal: SiteSignal): void;
  /** Records that no server of the site could be reached, or that all servers rejected the session. */
  unreachable(reason: string): void;
}

/**
 * Creates the control for a site. The window (the number of connections) starts small. When the number of consecutive
 * replies that neither slow nor pause the site reaches the window size, the window grows by one, up to a limit. When
 * the site asks for a lower rate, the window is halved.
 *
 * A pause stops all messages. In trickle mode, the site gets one message a minute over one connection.
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
    // If the site asks for a pause after a previous pause has ended, the new pause is twice as long. Requests that
    // arrive during a pause do not double it, because they are replies to messages that were sent at the same time.
    const goesOn = pauseMs > 0 && clock.now() >= pausedUntilMs;
    const doubledMs = goesOn ? Math.min(2 * pauseMs, MAX_DOUBLED_MS) : pauseMs;
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
      // Ignore failures during a pause.
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

/** The number of connections that a site allows. */
interface Window {
  readonly size: number;
  /**
   * Records a reply that neither slows nor pauses the site. Adds a connection when the number of consecutive such
   * replies reaches the number of connections.
   */
  grow(): void;
  halve(): void;
  /** Reduces the window to one connection, which tests the site after a pause. */
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

/** Measures the rate at which a site replies, and calculates when released messages can be sent. */
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
      // Average the gaps instead of the rates, because a burst between two long gaps does not make a site fast. Ignore
      // gaps in which no messages were waiting, because the site was not the bottleneck.
      if (isBusy && wasBusy) meanGapMs = (1 - RATE_WEIGHT) * meanGapMs + RATE_WEIGHT * Math.max(gapMs, MIN_GAP_MS);
      wasBusy = isBusy;
    },
    lineUp(waiting, perSecond) {
      const mailMs = 1_000 / perSecond;
      lineEndsAtMs = Math.max(lineEndsAtMs, clock.now()) + mailMs;
      return lineEndsAtMs - clock.now() + waiting * mailMs;
    },
  };
}
