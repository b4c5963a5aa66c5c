import { readFileSync } from 'node:fs';

const LINE = /^Max open files\s+(\d+)/m;

/** Limits of the listener. Tests can override each limit. */
export interface HttpLimits {
  /** Time limit, in milliseconds, for receiving the headers of a request. */
  readonly headersTimeoutMs: number;
  /** Time limit, in milliseconds, for receiving the body of a request, except an upload. */
  readonly requestTimeoutMs: number;
  /** Time limits, in milliseconds, for a file upload and for a pause during the upload. */
  readonly uploadTimeoutMs: number;
  readonly uploadPauseMs: number;
  /**
   * Time limit, in milliseconds, from the end of a request's headers to the end of its response. Uploads and some
   * streamed responses may take longer.
   */
  readonly answerTimeoutMs: number;
  /** Time, in milliseconds, after which an idle connection is closed. */
  readonly keepAliveTimeoutMs: number;
  /** Interval, in milliseconds, at which the timeouts are checked. */
  readonly checkIntervalMs: number;
  readonly maxConnections: number;
  /** Maximum number of pending requests per connection; see `ConnectionLimits`. */
  readonly maxPipelined: number;
  /**
   * Maximum size of unsent response data, in bytes, across all connections. Beyond this, connections are closed, oldest
   * request first.
   */
  readonly maxUnsentBytes: number;
  /** Maximum number of requests in progress. Further requests receive a 503. */
  readonly maxRequests: number;
  /** Limits of the slots for write requests (at most `maxRequests`); see `AdmissionLimits`. */
  readonly fewestPlaces: number;
  readonly targetMs: number;
  readonly intervalMs: number;
  /** Maximum total size of the bodies that are not large, in bytes. Further requests receive a 503. */
  readonly maxBodyBytes: number;
  /** Limits for large bodies; see `BudgetLimits`. */
  readonly largeFromBytes: number;
  readonly maxLargeBodyBytes: number;
}

const OPEN_FILES = descriptorLimit();
/**
 * Number of file descriptors reserved for everything except clients (database, log, other listeners). If this is more
 * than half of all descriptors, half of them are reserved.
 */
const KEPT_FILES = 256;

/** Limits of a production listener. Headers have at most 16 KB, Node's default. */
export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  uploadTimeoutMs: 15 * 60_000,
  uploadPauseMs: 30_000,
  answerTimeoutMs: 120_000,
  keepAliveTimeoutMs: 65_000,
  checkIntervalMs: 1_000,
  maxConnections: Math.min(10_000, OPEN_FILES - Math.min(KEPT_FILES, Math.ceil(OPEN_FILES / 2))),
  maxPipelined: 32,
  maxUnsentBytes: 256 * 1024 * 1024,
  maxRequests: 2_000,
  fewestPlaces: 384,
  targetMs: 50,
  intervalMs: 50,
  maxBodyBytes: 64 * 1024 * 1024,
  largeFromBytes: 8 * 1024 * 1024,
  maxLargeBodyBytes: 128 * 1024 * 1024,
};

/**
 * Returns the maximum number of files and connections that this process may open, or Infinity if the system does not
 * report a limit (proc(5)).
 */
function descriptorLimit(): number {
  try {
    return Number(LINE.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    // macOS has no /proc, and Node has already raised the limit as far as possible.
    return Infinity;
  }
}
