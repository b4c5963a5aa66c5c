import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a receiver saw it. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes. */
  readonly body: Buffer;
  /** The same, parsed. */
  // Tests look into payloads of every shape; the expectation is the check.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** How a request is answered; without an answer it is left hanging. */
export type Answering = (response: ServerResponse, request: ReceivedRequest) => void;

/** An HTTP server on loopback that keeps what it is sent. */
export interface WebhookReceiver {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Changes how it answers from now on. */
  answer(how: Answering): void;
  /** Ends it and cuts all connections. */
  close(): Promise<void>;
}

/** An answer with a status and nothing more to say than that. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): Answering {
  return (response) => void response.writeHead(code, headers).end(`status ${code}`);
}

/** Starts a receiver that answers 200 until it is told otherwise. */
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
  // Listening on a port, so never a path or null.
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
  // A request's stream gives buffers unless an encoding is set.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
