import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Vendor } from '../../../../src/features/compatibility/vendors/index.ts';
import { clientCalls } from './client-calls.ts';

/** A form field; a field that was sent as a file is sent as a file again. */
export interface FormField {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** Body of a request. */
export type Said =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: readonly FormField[] };

/** A request made by an official client. */
export interface Recorded {
  readonly vendor: Vendor;
  readonly method: string;
  /** Path without the base URL and the query. */
  readonly path: string;
  readonly query: string;
  readonly said: Said;
}

/** Runs the calls of the official clients against a recording server; resolves with all recorded requests. */
export async function recordClients(domain: string): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = [];
  let vendor: Vendor = 'mailgun';
  const note = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    recorded.push({ vendor, method: request.method ?? 'GET', path, query, said: await saidBy(request) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => {
    // A request that cannot be recorded is a bug in the test, so its client must fail immediately.
    note(request, response).catch((error: unknown) => request.destroy(new Error('Not noted', { cause: error })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  for (const { calls, of } of clientCalls(`http://127.0.0.1:${port}`, domain)) {
    vendor = of;
    // The client's result for the empty response does not matter, because the request is recorded.
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
