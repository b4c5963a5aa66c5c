import { readFileSync } from 'node:fs';

const LINE = /^Max open files\s+(\d+)/m;

/** Limits of the listener; each can be set for tests. */
export interface HttpLimits {
  /** Time for the headers of a request, from its first byte or from the connection. */
  readonly headersTimeoutMs: number;
  /** Time for a whole request to arrive, body included, however steadily it drips. */
  readonly requestTimeoutMs: number;
  /** The same for a body that is a file, and how long it may pause. */
  readonly uploadTimeoutMs: number;
  readonly uploadPauseMs: number;
  /** Time from a request's headers to the last byte of its answer, as the client takes it off our hands. */
  readonly answerTimeoutMs: number;
  /** How long an idle connection is kept for the next request. */
  readonly keepAliveTimeoutMs: number;
  /** How often the time-outs above are looked at. */
  readonly checkIntervalMs: number;
  readonly maxConnections: number;
  /** Requests that a connection may have under way; see `ConnectionLimits`. */
  readonly maxPipelined: number;
  /** Bytes of answers that nobody takes, over all connections; beyond them the oldest are cut off. */
  readonly maxUntakenBytes: number;
  /** Requests under way; more are answered 503. */
  readonly maxRequests: number;
  /** How the places of requests that write are set, of which there are at most `maxRequests`; see `AdmissionLimits`. */
  readonly fewestPlaces: number;
  readonly targetMs: number;
  readonly intervalMs: number;
  /** Body bytes of all requests under way; more are answered 503. */
  readonly maxBodyBytes: number;
  /** The same of large bodies; see `BudgetLimits`. */
  readonly largeFromBytes: number;
  readonly maxLargeBodyBytes: number;
}

const OPEN_FILES = descriptorLimit();
/** What the process needs beside callers: its database, its log, its other listeners; half of them where there are few. */
const KEPT_FILES = 256;

/** The limits of a production listener. Headers are at most 16 KB, the default of Node. */
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
  maxUntakenBytes: 256 * 1024 * 1024,
  maxRequests: 2_000,
  fewestPlaces: 384,
  targetMs: 50,
  intervalMs: 50,
  maxBodyBytes: 64 * 1024 * 1024,
  largeFromBytes: 8 * 1024 * 1024,
  maxLargeBodyBytes: 128 * 1024 * 1024,
};

/** How many files and connections this process may have open at once; Infinity where the system does not say (proc(5)). */
function descriptorLimit(): number {
  try {
    return Number(LINE.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    // macOS has no /proc; Node has raised the limit as far as it goes.
    return Infinity;
  }
}
