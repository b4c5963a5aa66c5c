import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { propertyOf, type Client } from './client.ts';
import type { History, HookCall, Tenant } from './history.ts';
import { weighted, type Random } from './random.ts';

/** Percentage of requests in which a webhook receiver simulates each fault. An event has at most one fault. */
const FAULT_PERCENT = { 'hook-500': 3, 'hook-reset': 1, 'hook-hang': 0.5, 'hook-302': 1 } as const;
const HUNDRED = 100;
const MAX_BODY_BYTES = 1_000_000;
const NO_ROUTE = 404;

/** Receiver of the webhooks of all accounts. */
export interface HookReceiver {
  /** The receiver only simulates faults while this is true. */
  isFaulty: boolean;
  /** Creates a webhook for each account. Returns false if this version does not support webhooks. */
  subscribe(client: Client, tenants: readonly Tenant[]): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts the receiver on a free loopback port. Records every request in the history. */
export async function startHookReceiver(history: History, random: Random): Promise<HookReceiver> {
  const secrets = new Map<string, string>();
  const failed = new Set<string>();
  const receiver = { isFaulty: false };
  const server = createServer((request, response) => {
    receive(request, (body) => {
      const call = readCall(request, body, secrets);
      const mayFail = receiver.isFaulty && !failed.has(call.id);
      const fault = mayFail ? weighted(random, FAULT_PERCENT, HUNDRED) : undefined;
      history.calls.push({ ...call, isTaken: fault === undefined });
      if (fault === undefined) return void response.writeHead(204).end();
      failed.add(call.id);
      history.faults.set(fault, (history.faults.get(fault) ?? 0) + 1);
      FAULTS[fault](response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Safe cast: the address of a TCP server has a port.
  const { port } = server.address() as { port: number };
  return Object.assign(receiver, {
    async subscribe(client: Client, tenants: readonly Tenant[]) {
      for (const tenant of tenants) {
        const url = `http://127.0.0.1:${port}/${tenant.name}`;
        const answer = await client(tenant, { method: 'PATCH', path: '/transactional/webhook', body: { url } });
        if (answer.status === NO_ROUTE) return false;
        const secret = propertyOf(answer.body, 'secret');
        if (typeof secret !== 'string') throw new Error(`The webhook was answered ${answer.status}`);
        secrets.set(`/${tenant.name}`, secret);
      }
      return true;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** Functions that simulate each fault. `hook-hang` sends no response, so the client times out. */
const FAULTS: Readonly<Record<keyof typeof FAULT_PERCENT, (response: ServerResponse) => void>> = {
  'hook-500': (response) => void response.writeHead(500).end('out of order'),
  'hook-302': (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  'hook-reset': (response) => void response.socket?.resetAndDestroy(),
  'hook-hang': () => {},
};

function receive(request: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) request.destroy();
    else chunks.push(chunk);
  });
  // Ignore errors, because killed senders abort their requests.
  request.on('error', () => {});
  request.on('end', () => done(Buffer.concat(chunks)));
}

/** Parses a webhook request in the native event format. */
function readCall(
  { headers, url = '' }: IncomingMessage,
  body: Buffer,
  secrets: ReadonlyMap<string, string>,
): Omit<HookCall, 'isTaken'> {
  const given = parsed(body);
  const data = propertyOf(given, 'data');
  return {
    id: String(propertyOf(given, 'id')),
    event: String(propertyOf(given, 'event')),
    messageId: String(propertyOf(propertyOf(data, 'message'), 'id')),
    recipient: String(propertyOf(data, 'recipient')),
    atMs: performance.now(),
    isSigned: isSigned(String(headers['x-service-signature']), body, secrets.get(url)),
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    // The body is not JSON. The caller then records the ID 'undefined', which no event has.
    return undefined;
  }
}

/**
 * Verifies a signature with the entire secret as the key. During a rotation, the header may contain several signatures.
 */
function isSigned(header: string, body: Buffer, secret: string | undefined): boolean {
  const [time = '', ...signatures] = header.split(',').map((part) => part.slice(part.indexOf('=') + 1));
  if (secret === undefined) return false;
  const wanted = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return signatures.some((hex) => {
    const given = Buffer.from(hex, 'hex');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}
