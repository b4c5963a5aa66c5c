import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Vendor } from '../../../../src/features/compatibility/vendors/index.ts';
import { clientCalls } from './client-calls.ts';

/** A field of a form; one that came as a file goes as a file again. */
export interface FormField {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** What a request says in its body. */
export type Said =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: readonly FormField[] };

/** A request as an official client makes it. */
export interface Recorded {
  readonly vendor: Vendor;
  readonly method: string;
  /** Without the base address and the query. */
  readonly path: string;
  readonly query: string;
  readonly said: Said;
}

/** Lets the official clients make their calls to a server that notes what they send, and gives all of it. */
export async function recordClients(domain: string): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = [];
  let vendor: Vendor = 'mailgun';
  const note = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    recorded.push({ vendor, method: request.method ?? 'GET', path, query, said: await saidBy(request) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => {
    // A request that cannot be noted is a fault of the test: its client is to fail at once.
    note(request, response).catch((error: unknown) => request.destroy(new Error('Not noted', { cause: error })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  for (const { calls, of } of clientCalls(`http://127.0.0.1:${port}`, domain)) {
    vendor = of;
    // What a client makes of an answer of nothing is of no interest: its request is noted.
    for (const call of calls) await settled(call);
  }
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return recorded;
}

async function settled(call: () => Promise<unknown>): Promise<void> {
  await Promise.allSettled([call()]);
}

async function saidBy(request: IncomingMessage): Promise<Said> {
  const body = Buffer.concat(await request.toArray());
  if (body.length === 0) return { kind: 'nothing' };
  const type = request.headers['content-type'] ?? '';
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/.test(type)) {
    return { kind: 'json', value: JSON.parse(body.toString()) };
  }
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const fields = [...form].map(async ([name, value]) =>
    typeof value === 'string'
      ? { name, value, isFile: false }
      : { name, value: Buffer.from(await value.arrayBuffer()).toString(), isFile: true },
  );
  return { kind: 'form', fields: await Promise.all(fields) };
}
