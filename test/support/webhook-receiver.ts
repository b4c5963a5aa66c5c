import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that was received. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Body of the request as bytes. */
  readonly body: Buffer;
  /** Body of a POST request, parsed as JSON. Undefined if the body is empty, or for other methods. */
  // The type is `any`, because tests read payloads of any shape and check them with expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** Responds to a request. If the function does nothing, the request hangs. */
export type Answering = (response: ServerResponse, request: ReceivedRequest) => void;

/** An HTTP server on a loopback address that stores the requests that it receives. */
export interface WebhookReceiver {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Changes the response to future requests. */
  answer(how: Answering): void;
  /** Stops the server and closes all connections. */
  close(): Promise<void>;
}

/** Returns a function that responds with a status and a short body. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): Answering {
  return (response) => void response.writeHead(code, headers).end(`status ${code}`);
}

/** Starts a webhook receiver. It responds with 200 until `answer` is called. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = [];
  let how: Answering = status(200);
  const server = createServer((request, response) => {
    void take(request, response);
  });
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request);
    const json: unknown = body.length > 0 && request.method === 'POST' ? JSON.parse(body.toString()) : undefined;
    const received = { path: request.url ?? '', headers: request.headers, body, json };
    requests.push(received);
    how(response, received);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe cast: the server listens on a port, so its address is an object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    requests,
    answer: (next) => void (how = next),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Safe cast: a request stream returns buffers unless an encoding is set.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
