import { connect } from 'node:net';
import type { RawAnswer } from './raw-http.ts';

/** A client and the headers of its requests. */
export interface RecordedClient {
  readonly name: string;
  /** Returns the header lines of a request with this body. TOKEN, HOST, and LENGTH are placeholders. */
  fields(method: string, body: string | undefined): readonly string[];
}

const AUTHORIZATION = 'Authorization: Bearer TOKEN';
const JSON_LENGTH = ['Content-Length: LENGTH', 'Content-Type: application/json'];

/**
 * @forloopy/sendfox, a JavaScript client, as recorded. Its Content-Type header announces JSON, but it sends all values
 * in the query.
 */
export const JAVASCRIPT: RecordedClient = {
  name: 'JavaScript',
  fields: (method) => [
    'host: HOST',
    'connection: keep-alive',
    'Content-Type: application/json',
    'Accept: application/json',
    AUTHORIZATION,
    'accept-language: *',
    'sec-fetch-mode: cors',
    'user-agent: node',
    'accept-encoding: gzip, deflate',
    ...(method === 'POST' || method === 'PATCH' ? ['content-length: 0'] : []),
  ],
};

/** python-sendfox-api, a Python client, as recorded. */
export const PYTHON: RecordedClient = {
  name: 'Python',
  fields: (method, body) => [
    'Host: HOST',
    'User-Agent: python-requests/2.26.0',
    'Accept-Encoding: gzip, deflate',
    'Accept: */*',
    'Connection: keep-alive',
    AUTHORIZATION,
    ...(body === undefined ? [] : JSON_LENGTH),
    ...(method === 'DELETE' ? ['Content-Length: 0'] : []),
  ],
};

/** @oih/sendfox-component, the connector for an integration platform, as recorded. */
export const CONNECTOR: RecordedClient = {
  name: 'Open Integration Hub',
  fields: (_method, body) => [
    AUTHORIZATION,
    'host: HOST',
    'accept: application/json',
    ...(body === undefined ? [] : ['content-type: application/json', 'content-length: LENGTH']),
    'Connection: keep-alive',
  ],
};

/** knops/sendfox-client, a PHP client, with the HTTP library that its examples use. */
export const PHP: RecordedClient = {
  name: 'PHP',
  fields: (_method, body) => [
    'Host: HOST',
    'User-Agent: GuzzleHttp/7',
    AUTHORIZATION,
    'Content-Type: application/json',
    'Accept: application/json',
    ...(body === undefined ? [] : ['Content-Length: LENGTH']),
  ],
};

/** A WordPress plugin, which encodes forms as PHP does. */
export const WORDPRESS: RecordedClient = {
  name: 'WordPress',
  fields: (_method, body) => [
    'Host: HOST',
    'User-Agent: WordPress/6.9; https://blog.example',
    'Accept: */*',
    'Accept-Encoding: deflate, gzip, br',
    AUTHORIZATION,
    ...(body === undefined
      ? []
      : ['Content-Length: LENGTH', 'Content-Type: application/x-www-form-urlencoded; charset=UTF-8']),
    'Connection: close',
  ],
};

/** An MCP server that runs on an edge network. It sends no Accept header, and its Content-Type is always JSON. */
export const EDGE: RecordedClient = {
  name: 'Edge worker',
  fields: (_method, body) => [
    'Host: HOST',
    'Content-Type: application/json',
    AUTHORIZATION,
    ...(body === undefined ? [] : ['Content-Length: LENGTH']),
  ],
};

/** A Go command. Its library escapes brackets, and sends no body if there are no values. */
export const GO: RecordedClient = {
  name: 'Go',
  fields: (method, body) => [
    'Host: HOST',
    'User-Agent: Go-http-client/1.1',
    ...(body === undefined && method === 'POST' ? ['Content-Length: 0'] : []),
    ...(body === undefined ? [] : ['Content-Length: LENGTH']),
    'Accept: application/json',
    AUTHORIZATION,
    ...(body === undefined ? [] : ['Content-Type: application/json']),
    'Accept-Encoding: gzip',
  ],
};

/** Commands that users copy into a terminal. */
export const CURL: RecordedClient = {
  name: 'curl',
  fields: (_method, body) => [
    'Host: HOST',
    'User-Agent: curl/8.14.1',
    'Accept: */*',
    AUTHORIZATION,
    ...(body === undefined ? [] : ['Content-Length: LENGTH', 'Content-Type: application/x-www-form-urlencoded']),
  ],
};

/**
 * Sends a request that is byte for byte the same as the client's, and resolves with the response. Rejects if the
 * connection closes before the response is complete.
 */
export function sendRecorded(
  baseUrl: string,
  token: string,
  asked: { readonly client: RecordedClient; readonly line: string; readonly body?: string | undefined },
): Promise<RawAnswer> {
  const { body, client, line } = asked;
  const { host, hostname, port } = new URL(baseUrl);
  const [method = ''] = line.split(' ');
  const length = String(Buffer.byteLength(body ?? ''));
  const fields = client
    .fields(method, body)
    .map((field) => field.replace('TOKEN', token).replace('HOST', host).replace('LENGTH', length));
  const request = `${[`${line} HTTP/1.1`, ...fields].join('\r\n')}\r\n\r\n${body ?? ''}`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let received = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`No whole answer to ${line}: ${received.toString()}`)));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const answer = answerIn(received);
      if (!answer) return;
      resolve(answer);
      socket.destroy();
    });
  });
}

/**
 * Returns the response, or undefined if it is not complete yet. The server sends Content-Length with every JSON
 * response.
 */
function answerIn(received: Buffer): RawAnswer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...fields] = received.subarray(0, end).toString().split('\r\n');
  const valueOf = (name: string): string =>
    fields.find((field) => field.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  const body = received.subarray(end + 4);
  if (body.length < Number(valueOf('content-length'))) return undefined;
  return { status: Number(first.split(' ')[1]), type: valueOf('content-type'), body: JSON.parse(body.toString()) };
}
