import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from '@modelcontextprotocol/server';
import { createServer, type ServerParts } from './server.ts';

/** The headers that the protocol reads. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** A message of a client, as it came over HTTP. */
export interface ClientMessage {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Decoded JSON. */
  readonly body: unknown;
}

/**
 * The answer to one message, by a server that is made for it and gone afterwards: nothing is kept between two, so any
 * process answers any of them. Both eras of the protocol are spoken, with the same tools: the handshake of 2025 and the
 * messages of 2026-07-28 that stand for themselves. Answered as one JSON body, never as a stream.
 */
export async function answerMessage(message: ClientMessage, parts: ServerParts): Promise<Response> {
  const request = toWebRequest(message);
  const { body: parsedBody } = message;
  if (await isLegacyRequest(request, parsedBody)) return answerLegacy(request, parsedBody, createServer(parts));
  // Tools never change while a process runs, so nobody may wait for such a change on an open stream.
  const handler = createMcpHandler(() => createServer(parts), { legacy: 'reject', maxSubscriptions: 0 });
  try {
    return await handler.fetch(request, { parsedBody });
  } finally {
    await handler.close();
  }
}

async function answerLegacy(request: Request, parsedBody: unknown, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

function toWebRequest({ url, headers }: ClientMessage): Request {
  const kept = HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new Request(url, { method: 'POST', headers: kept });
}
