import type { History, Tenant } from './history.ts';

/** Timeout of a client, in milliseconds. The API must respond within this time. */
const ANSWER_WITHIN_MS = 15_000;
const ACCEPTED = 202;
const UNAVAILABLE = 503;
const SERVER_FAULT = 500;

/** A response from the API. The status is 0 if there was no response. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A request to the API with the key of one account. */
export interface ApiRequest {
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** Calls the API and records invalid responses. Never rejects. */
export type Client = (tenant: Tenant, request: ApiRequest) => Promise<ApiAnswer>;

/** Returns a client for the installation at `baseUrl`. */
export function createClient(baseUrl: string, history: History): Client {
  return async (tenant, { body, idempotencyKey, method, path }) => {
    const fromMs = performance.now();
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${tenant.key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const text = await response.text();
      noteStatus(history, response, `${method} ${path}`, text);
      if (response.status === ACCEPTED) history.acceptances.push({ fromMs, toMs: performance.now() });
      return { status: response.status, body: parsed(text) };
    } catch {
      // The connection could not be opened, or it broke when a process was killed, so the result of the request is
      // unknown.
      history.unanswered += 1;
      if (performance.now() - fromMs >= ANSWER_WITHIN_MS) history.hung += 1;
      return { status: 0, body: undefined };
    }
  };
}

/** Returns a property of a response body, or undefined if the body does not have the property. */
export function propertyOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

function noteStatus({ breaches }: History, response: Response, subject: string, text: string): void {
  const { headers, status } = response;
  if (status < SERVER_FAULT) return;
  if (status !== UNAVAILABLE) {
    breaches.push({ invariant: 'I8', subject, words: `was answered ${status}: ${text.slice(0, 200)}` });
  } else if (!headers.has('retry-after')) {
    breaches.push({ invariant: 'I8', subject, words: 'was answered 503 without Retry-After' });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
