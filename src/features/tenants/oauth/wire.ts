import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Reply } from '../../../http/route.ts';

/** A request to the engine: what we have parsed and judged, in its own words. */
export interface EngineRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** An encoded form. */
  readonly form?: string;
}

/** An exchange as the engine sees it: a request and an answer that belong to no connection. */
export interface Wire {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A wire with a request on it; it seems to come to the base address, whatever proxies are between. */
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

/** The body that the engine ends its answer with; nothing is sent anywhere. */
export function bodyOf(response: ServerResponse): Promise<string> {
  return new Promise((resolve) => {
    const end = (body?: unknown): ServerResponse => {
      resolve(typeof body === 'string' || Buffer.isBuffer(body) ? String(body) : '');
      return response;
    };
    Object.assign(response, { end });
  });
}

/** Headers that our server writes itself, or that say nothing any more. */
const OWN_HEADERS = [
  'content-length',
  'transfer-encoding',
  'connection',
  'cache-control',
  'pragma',
  'date',
  'set-cookie',
];

/** The engine's answer as one of our server. */
export function toReply(response: ServerResponse, body: string): Reply {
  const headers = Object.entries(response.getHeaders()).filter(([name]) => !OWN_HEADERS.includes(name));
  const isRedirect = response.hasHeader('location');
  return {
    status: response.statusCode,
    // A redirect is followed, not read; the engine would repeat the address, with its code, as a text.
    body: body === '' || isRedirect ? undefined : body,
    headers: {
      ...Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      ...(response.statusCode === 503 && { 'retry-after': '2' }),
    },
    cookies: [response.getHeader('set-cookie') ?? []].flat().map(String),
  };
}
