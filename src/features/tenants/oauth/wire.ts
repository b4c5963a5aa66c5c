import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Reply } from '../../../http/route.ts';

/** A parsed and validated request to the OAuth library. */
export interface EngineRequest {
  readonly method: string;
  /** Path and query of the request. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Request body, URL-encoded. */
  readonly form?: string;
}

/** A request and a response object for the OAuth library, without a network connection. */
export interface Wire {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Creates a request for the OAuth library. The request always appears to be sent to the base URL, even behind a proxy.
 */
export function wireOf({ method, target, headers, form }: EngineRequest, baseUrl: string): Wire {
  const { protocol, host } = new URL(baseUrl);
  const socket = Object.assign(new Socket(), { encrypted: protocol === 'https:' });
  const request = Object.assign(new IncomingMessage(socket), { method, url: target, headers: { ...headers, host } });
  if (form !== undefined) {
    Object.assign(request.headers, {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(form)),
    });
    if (form !== '') request.push(form);
  }
  request.push(null);
  return { request, response: new ServerResponse(request) };
}

/** Returns the body of the OAuth library's response, without sending it to a client. */
export function bodyOf(response: ServerResponse): Promise<string> {
  return new Promise((resolve) => {
    const end = (body?: unknown): ServerResponse => {
      resolve(typeof body === 'string' || Buffer.isBuffer(body) ? String(body) : '');
      return response;
    };
    Object.assign(response, { end });
  });
}

/**
 * Response headers of the OAuth library that are not copied, because the server sets them itself or because they do not
 * apply to the reply.
 */
const OWN_HEADERS = [
  'content-length',
  'transfer-encoding',
  'connection',
  'cache-control',
  'pragma',
  'date',
  'set-cookie',
];

/** Converts the OAuth library's response to a reply from the server. */
export function toReply(response: ServerResponse, body: string): Reply {
  const headers = Object.entries(response.getHeaders()).filter(([name]) => !OWN_HEADERS.includes(name));
  const isRedirect = response.hasHeader('location');
  return {
    status: response.statusCode,
    // Drop the body of a redirect, because it repeats the URL with the code as text.
    body: body === '' || isRedirect ? undefined : body,
    headers: {
      ...Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      ...(response.statusCode === 503 && { 'retry-after': '2' }),
    },
    cookies: [response.getHeader('set-cookie') ?? []].flat().map(String),
  };
}
