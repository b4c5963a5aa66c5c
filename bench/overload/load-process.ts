import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { LoadResult, LoadTask } from './load.ts';

// Offers requests at a rate of its own: an arrival waits for no answer. Times are taken from the moment at which a
// request was due, so that a caller who is kept from sending is counted as well.

const TICK_MS = 2;
/** A connection is closed after so many requests, as those of real callers are. */
const REQUESTS_A_CONNECTION = 1_000;
const GIVE_UP_MS = 10_000;
const HEAD_END = '\r\n\r\n';
/** What is counted instead of a status. */
const NO_ANSWER = 0;

interface Connection {
  readonly socket: Socket;
  pending: string;
  dueAt: number;
  isBusy: boolean;
  requests: number;
}

const task = await new Promise<LoadTask>((resolve) => {
  // Sent by `offerLoad` alone.
  process.once('message', (message) => resolve(message as LoadTask));
});
const requests = task.requests.map((request) => Buffer.from(request));
const free: Connection[] = [];
const open = new Set<Connection>();
const result: LoadResult = { statuses: [], accepted: [], latestMs: 0, notOffered: 0, cpuSeconds: 0 };
await openPool();
const startedAt = performance.now();
const cpuAtStart = process.cpuUsage();
let offered = 0;
let underWay = 0;
let finishing = false;

const tick = setInterval(task.concurrency === undefined ? offerDue : offerFree, TICK_MS);
offerFree();

/** Callers' pools are warm: a server takes one new connection in a turn of its loop, and that is not what is measured. */
async function openPool(): Promise<void> {
  while (open.size < task.maxConnections) {
    const connection = openConnection();
    if (!connection) return;
    await once(connection.socket, 'connect');
    free.push(connection);
  }
}

/** Everything whose time has come. */
function offerDue(): void {
  const now = performance.now();
  const due = Math.min(task.perSecond * task.seconds, Math.floor(((now - startedAt) * task.perSecond) / 1000));
  result.latestMs = Math.max(result.latestMs, now - startedAt - (offered * 1000) / task.perSecond);
  while (offered < due) offer(startedAt + (offered * 1000) / task.perSecond);
  if (now - startedAt >= task.seconds * 1000) finish();
}

/** Callers that wait for their answers: the next request follows the one before. */
function offerFree(): void {
  if (task.concurrency === undefined) return;
  while (underWay < task.concurrency && performance.now() - startedAt < task.seconds * 1000) offer(performance.now());
  if (performance.now() - startedAt >= task.seconds * 1000) finish();
}

function offer(dueAt: number): void {
  const request = requests[offered % requests.length];
  offered += 1;
  const connection = free.pop() ?? openConnection();
  if (!connection || !request) {
    result.notOffered += 1;
    return;
  }
  underWay += 1;
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
  // What failed is counted when the socket closes.
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
  if (connection.requests >= REQUESTS_A_CONNECTION) connection.socket.destroy();
  else free.push(connection);
  if (task.concurrency !== undefined) offerFree();
}

function answered(connection: Connection, status: number): void {
  underWay -= 1;
  connection.isBusy = false;
  count(status, connection.dueAt);
}

function count(status: number, dueAt: number): void {
  const now = performance.now();
  const second = Math.floor((now - startedAt) / 1000);
  const statuses = (result.statuses[second] ??= {});
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (status === 202) (result.accepted[second] ??= []).push(now - dueAt);
}

/** Waits for the answers that are under way. */
function finish(): void {
  if (finishing) return;
  finishing = true;
  clearInterval(tick);
  const rest = setInterval(() => {
    if (underWay > 0) return;
    clearInterval(rest);
    for (const { socket } of open) socket.destroy();
    const { user, system } = process.cpuUsage(cpuAtStart);
    process.send?.({ ...result, cpuSeconds: (user + system) / 1e6 }, () => process.disconnect());
  }, TICK_MS);
}
