import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from '@modelcontextprotocol/server';
import { createServer, type ServerParts } from './server.ts';

const HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** A client message received over HTTP. */
export interface ClientMessage {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Decoded JSON. */
  readonly body: unknown;
}

/**
 * Answers a message with a server instance that is created for this message, so that no state is kept between messages.
 * Supports the protocol versions from 2025 and the version 2026-07-28. The response is one JSON body, never a stream.
 */
export async function answerMessage(message: ClientMessage, parts: ServerParts): Promise<Response> {
  const request = toWebRequest(message);
  const { body: parsedBody } = message;
  if (await isLegacyRequest(request, parsedBody)) return answerLegacy(request, parsedBody, createServer(parts));
  // Tools do not change while a process runs, so clients cannot subscribe to changes.
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
