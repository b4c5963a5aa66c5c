import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Vendor } from '../../../../src/features/compatibility/vendors/index.ts';
import { clientCalls } from './client-calls.ts';

/** A form field. If the client sent the field as a file, the fuzzer also sends it as a file. */
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

/** A request that an official client made. */
export interface Recorded {
  readonly vendor: Vendor;
  readonly method: string;
  /** Path without the base URL and without the query. */
  readonly path: string;
  readonly query: string;
  readonly said: Said;
}

/**
 * Runs the calls of the official clients against a server that records requests. Resolves with all recorded requests.
 */
export async function recordClients(domain: string): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = [];
  let vendor: Vendor = 'mailgun';
  const note = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    recorded.push({ vendor, method: request.method ?? 'GET', path, query, said: await saidBy(request) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => {
    // If a request cannot be recorded, the test has a bug, so the client must fail immediately.
    note(request, response).catch((error: unknown) => request.destroy(new Error('Not noted', { cause: error })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe cast: a server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  for (const { calls, of } of clientCalls(`http://127.0.0.1:${port}`, domain)) {
    vendor = of;
    // Ignore the client's result for the empty response, because the test only needs the request.
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
