import type { Server } from './server.ts';

/** Result of a request, with or without a response. */
export interface LoadAnswer {
  /**
   * Undefined if the connection broke or the request timed out. In that case, the message may or may not have been
   * accepted.
   */
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly body: string;
  readonly ms: number;
}

/** Callers that send messages continuously. */
export interface Load {
  /** Maps the subject of each message that got a 202 to the message ID, oldest first. */
  readonly accepted: ReadonlyMap<string, string>;
  /** Results of all requests without a 202 response, including those without any response, oldest first. */
  readonly refused: readonly LoadAnswer[];
  /**
   * Resolves when the condition is true, and rejects when a response has a status other than 202 or 503. Both are
   * checked immediately and after every request.
   */
  until(condition: (load: Load) => boolean): Promise<void>;
  /** Stops the callers, and resolves when their last requests have ended. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly callers?: number;
  /** Text before the number in each subject. */
  readonly prefix?: string;
  readonly to?: (number: number, server: Server) => string;
  readonly text?: string;
  /** Milliseconds that a caller waits after a request without a 202 response. */
  readonly restMs?: number;
  /** Milliseconds that a caller waits after a 202 response. By default, callers do not wait. */
  readonly paceMs?: number;
}

const CALLERS = 8;
const REST_MS = 50;
/** Milliseconds after which a request counts as unanswered. */
const ANSWER_WITHIN_MS = 20_000;
const CHECKS_AT_ONCE = 8;
const POLL_MS = 20;

/** Starts callers that send messages to a server, which may be unavailable. */
export function startLoad(server: Server, options: LoadOptions = {}): Load {
  const { callers = CALLERS, paceMs = 0, prefix = 'n', restMs = REST_MS } = options;
  const accepted = new Map<string, string>();
  const refused: LoadAnswer[] = [];
  const watchers = new Set<() => void>();
  let isSending = true;
  let number = 0;
  const call = async (): Promise<void> => {
    while (isSending) {
      number += 1;
      const subject = `${prefix}${number}`;
      const to = options.to?.(number, server) ?? server.ownerEmail;
      const answer = await send(server, { to, subject, text: options.text ?? 'Hi' });
      const id = answer.status === 202 ? /"id":"(\w+)"/.exec(answer.body)?.[1] : undefined;
      if (id === undefined) refused.push(answer);
      else accepted.set(subject, id);
      for (const watcher of watchers) watcher();
      await pause(id === undefined ? restMs : paceMs);
    }
  };
  const running = Array.from({ length: callers }, call);

  const load: Load = {
    accepted,
    refused,
    until(condition) {
      return new Promise((resolve, reject) => {
        const watcher = (): void => {
          const wrong = refused.find(({ status }) => status !== undefined && status !== 503);
          if (wrong) reject(new Error(`Answered ${wrong.status}: ${wrong.body}`));
          else if (condition(load)) resolve();
          else return;
          watchers.delete(watcher);
        };
        watchers.add(watcher);
        watcher();
      });
    },
    async stop() {
      isSending = false;
      await Promise.all(running);
    },
  };
  return load;
}

/** Sends one message and returns the response. */
export async function send(
  server: Server,
  mail: { readonly to: string; readonly subject: string; readonly text: string },
): Promise<LoadAnswer> {
  const { subject, text, to } = mail;
  return post(server, '/transactional/emails', { from: 'onboarding@sandbox.localhost', to: [to], subject, text });
}

/** Posts a body to the server. Never rejects. */
export async function post(server: Server, path: string, body: unknown): Promise<LoadAnswer> {
  const startedMs = performance.now();
  try {
    const response = await fetch(`${server.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const retryAfter = response.headers.get('retry-after') ?? undefined;
    const text = await response.text();
    return { status: response.status, retryAfter, body: text, ms: performance.now() - startedMs };
  } catch (error) {
    return { status: undefined, retryAfter: undefined, body: reasonOf(error), ms: performance.now() - startedMs };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.message}: ${String(error.cause)}` : String(error);
}

/** Looks up accepted messages by ID, and returns the subjects of those for which the server returns 404. */
export async function unknownTo(server: Server, accepted: Iterable<readonly [string, string]>): Promise<string[]> {
  const waiting = [...accepted];
  const unknown: string[] = [];
  const look = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { status } = await statusOf(server, next[1]);
      if (status === 404) unknown.push(next[0]);
    }
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, look));
  return unknown;
}

/** Looks up a message, and returns the HTTP status of the response and the status of the message. */
export async function statusOf(server: Server, id: string): Promise<{ status: number; message: string | undefined }> {
  const response = await fetch(`${server.baseUrl}/transactional/emails/${id}`, {
    headers: { authorization: `Bearer ${server.key}` },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const message = /"status":"(\w+)"/.exec(await response.text())?.[1];
  return { status: response.status, message };
}

/** Returns the number of arrivals for each subject. */
export function countSubjects(mails: readonly { readonly data: Buffer }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { data } of mails) {
    const subject = /^Subject: (\S+)/m.exec(data.toString('latin1'))?.[1];
    if (subject) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  }
  return counts;
}

/** Returns the number of duplicate deliveries: those after the first delivery of each message. */
export function countDuplicates(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count - 1, 0);
}

/** Resolves when the condition is true. Has no timeout other than the test's own. */
export async function untilTrue(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(POLL_MS);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
