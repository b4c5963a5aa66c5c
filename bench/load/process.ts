import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

// Sends requests at a fixed rate without waiting for earlier responses, or from callers that wait for each response.
// Response times are measured from the time at which a request is due, so that they include the delay if this process
// cannot send in time.

/** The load that one process must generate. */
export interface LoadTask {
  readonly port: number;
  readonly requests: readonly Uint8Array[];
  readonly seconds: number;
  readonly perSecond: number;
  /** Number of callers that each wait for a response before the next request. Used instead of a rate. */
  readonly concurrency?: number;
  /**
   * Maximum number of connections. If no connection is free, a request is not sent, because real callers have limited
   * connection pools.
   */
  readonly maxConnections: number;
}

/** Responses received by one process, for each second of the run. */
export interface LoadResult {
  /** Number of responses with each status. Status 0 means that no response arrived. */
  readonly statuses: Record<number, number>[];
  /** Milliseconds from the due time of each request to its 202 response. */
  readonly accepted: number[][];
  /** Maximum time, in milliseconds, by which this process lagged behind its target rate. */
  latestMs: number;
  readonly cpuSeconds: number;
}

const TICK_MS = 2;
/** Number of requests after which a connection is closed, because real callers also close connections. */
const REQUESTS_PER_CONNECTION = 1_000;
const GIVE_UP_MS = 10_000;
const HEAD_END = '\r\n\r\n';
/** Status that is counted if no response arrived. */
const NO_ANSWER = 0;

interface Connection {
  readonly socket: Socket;
  pending: string;
  dueAt: number;
  isBusy: boolean;
  requests: number;
}

const task = await new Promise<LoadTask>((resolve) => {
  // Safe cast: only `offerLoad` sends this message.
  process.once('message', (message) => resolve(message as LoadTask));
});
const requests = task.requests.map((request) => Buffer.from(request));
const free: Connection[] = [];
const open = new Set<Connection>();
const result: LoadResult = { statuses: [], accepted: [], latestMs: 0, cpuSeconds: 0 };
await openPool();
const startedAt = performance.now();
const cpuAtStart = process.cpuUsage();
let offered = 0;
let inProgress = 0;
let finishing = false;

const tick = setInterval(task.concurrency === undefined ? offerDue : offerFree, TICK_MS);
offerFree();

/** Opens connections in advance, because the time to establish connections is not measured. */
async function openPool(): Promise<void> {
  while (open.size < Math.min(task.maxConnections, task.concurrency ?? Infinity)) {
    const connection = openConnection();
    if (connection) free.push(connection);
    if (connection) await once(connection.socket, 'connect');
  }
}

function offerDue(): void {
  const now = performance.now();
  const due = Math.min(task.perSecond * task.seconds, Math.floor(((now - startedAt) * task.perSecond) / 1000));
  result.latestMs = Math.max(result.latestMs, now - startedAt - (offered * 1000) / task.perSecond);
  while (offered < due) offer(startedAt + (offered * 1000) / task.perSecond);
  if (now - startedAt >= task.seconds * 1000) finish();
}

/** Sends a request for each idle caller. */
function offerFree(): void {
  if (task.concurrency === undefined) return;
  while (inProgress < task.concurrency && performance.now() - startedAt < task.seconds * 1000) offer(performance.now());
  if (performance.now() - startedAt >= task.seconds * 1000) finish();
}

function offer(dueAt: number): void {
  const request = requests[offered % requests.length];
  offered += 1;
  const connection = free.pop() ?? openConnection();
  if (!connection || !request) return;
  inProgress += 1;
  Object.assign(connection, { dueAt, isBusy: true, requests: connection.requests + 1 });
  connection.socket.write(request);
}

function openConnection(): Connection | undefined {
  if (open.size >= task.maxConnections) return undefined;
  const socket = connect({ port: task.port, host: '127.0.0.1', noDelay: true });
  const connection: Connection = { socket, pending: '', dueAt: 0, isBusy: false, requests: 0 };
  open.add(connection);
  socket.setEncoding('latin1');
  socket.setTimeout(GIVE_UP_MS, () => socket.destroy());
  socket.on('data', (chunk) => onData(connection, String(chunk)));
  // Failures are counted when the socket closes.
  socket.on('error', () => {});
  socket.on('close', () => {
    open.delete(connection);
    if (connection.isBusy) answered(connection, NO_ANSWER);
    const at = free.indexOf(connection);
    if (at !== -1) free.splice(at, 1);
  });
  return connection;
}

function onData(connection: Connection, chunk: string): void {
  connection.pending += chunk;
  const end = connection.pending.indexOf(HEAD_END);
  if (end === -1) return;
  const length = Number(/content-length: (\d+)/i.exec(connection.pending)?.[1] ?? 0);
  if (connection.pending.length < end + HEAD_END.length + length) return;
  const status = Number(connection.pending.slice(9, 12));
  connection.pending = '';
  answered(connection, status);
  if (connection.requests >= REQUESTS_PER_CONNECTION) connection.socket.destroy();
  else free.push(connection);
  if (task.concurrency !== undefined) offerFree();
}

function answered(connection: Connection, status: number): void {
  inProgress -= 1;
  connection.isBusy = false;
  const now = performance.now();
  const second = Math.floor((now - startedAt) / 1000);
  const statuses = (result.statuses[second] ??= {});
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (status === 202) (result.accepted[second] ??= []).push(now - connection.dueAt);
}

/** Waits for the last responses and reports the result. */
function finish(): void {
  if (finishing) return;
  finishing = true;
  clearInterval(tick);
  const rest = setInterval(() => {
    if (inProgress > 0) return;
    clearInterval(rest);
    for (const { socket } of open) socket.destroy();
    const { user, system } = process.cpuUsage(cpuAtStart);
    process.send?.({ ...result, cpuSeconds: (user + system) / 1e6 }, () => process.disconnect());
  }, TICK_MS);
}
