import type { Operations } from './api-types.ts';
import { endSession, isKnown, leaveToOther, sessionIs, signedInAgain, whoseOf } from './session-end.ts';

/** An operation by its method and path, for example `GET /transactional/emails/{id}`. */
export type OperationName = keyof Operations;
/** What an operation takes: `params` of its path, `query`, `body`. */
export type Input<Name extends OperationName> = Operations[Name]['input'];
/** What an operation answers. */
export type Answer<Name extends OperationName> = Operations[Name]['answer'];
/** The input as an argument that may be left out where nothing is required. */
export type InputArgument<Name extends OperationName> =
  Record<string, never> extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

/** Longer than the server's own deadline, so that its sentence is the one that is shown. */
const TIMEOUT_MS = 20_000;

type QueryValue = string | number | boolean | null | undefined;

/** What an operation is given, whatever it is called. */
export interface Parts {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>> | undefined;
  readonly body?: unknown;
  /** What is asked twice with the same key is done once. */
  readonly idempotencyKey?: string | undefined;
  /** The `updated_at` of what is changed, as it is known: what is another by now is not changed. */
  readonly seenAt?: string | undefined;
}

interface ProblemBody {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly fix: string;
  readonly link?: string | undefined;
  readonly request_id?: string | undefined;
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly usages?: readonly Usage[] | undefined;
}

/** What uses a thing that cannot be deleted because of that. */
export interface Usage {
  readonly type: string;
  readonly id: number;
  readonly title: string;
}

/** An answer that is no success, or none at all: `message` says what happened, `fix` what to do about it. */
export class ApiProblem extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** The error's name in the API's table; `no_answer` when there was none. */
  readonly code: string;
  readonly fix: string;
  readonly requestId: string | undefined;
  /** Of a validation_error: for each field at fault, by its dotted path, what is wrong with it. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Of a conflict: what uses the thing. */
  readonly usages: readonly Usage[];

  constructor(body: ProblemBody) {
    super(body.message);
    this.name = 'ApiProblem';
    this.status = body.status;
    this.code = body.name;
    this.fix = body.fix;
    this.requestId = body.request_id;
    this.errors = body.errors ?? {};
    this.usages = body.usages ?? [];
  }
}

const NO_ANSWER: ProblemBody = {
  status: 0,
  name: 'no_answer',
  message: 'The server isn’t responding.',
  fix: 'Check that the server is running and that this device can reach it, then try again.',
};

/** Calls an operation as who is signed in. Rejects with `ApiProblem` and nothing else. */
export async function call<Name extends OperationName>(
  name: Name,
  ...[input]: InputArgument<Name>
): Promise<Answer<Name>> {
  return callWith(name, input ?? {});
}

/** As `call`, with an input that is always there. */
export async function callWith<Name extends OperationName>(name: Name, parts: Parts): Promise<Answer<Name>> {
  if (name.includes(' /dashboard/sign-')) return once(name, parts);
  if (name !== SESSION) return whileSignedIn(() => once(name, parts));
  try {
    return await once(name, parts);
  } catch (error) {
    if (isUnauthorized(error)) endSession();
    throw error;
  }
}

const SESSION = 'GET /dashboard/session';

/**
 * Resolves with what `ask` is answered. When the session has ended, waits until the same person has signed in again and asks
 * again: the server has done nothing of it. Any 401 may mean that, whatever its body is, so the session itself is asked.
 */
export async function whileSignedIn<T>(ask: () => Promise<T>): Promise<T> {
  for (let wasSignedIn = false; ;) {
    try {
      return await ask();
    } catch (error) {
      // A second refusal with a session that is valid is about something else.
      if (!isUnauthorized(error) || !isKnown() || wasSignedIn) throw error;
      wasSignedIn = await isSignedIn();
      if (!wasSignedIn) await signedInAgain();
    }
  }
}

/**
 * Resolves once there is a session, for what the browser itself asks the server for: one that has ended is begun again above
 * the page first. Rejects with ApiProblem where the server does not say.
 */
export async function requireSession(): Promise<void> {
  if (isKnown() && !(await isSignedIn())) await signedInAgain();
}

let checking: Promise<boolean> | undefined;

/**
 * Whether the session of this tab is valid; where it is not, it counts as ended from now on. Never resolves where it is somebody
 * else's by now: the page reloads. Rejects with ApiProblem where the server does not say.
 */
async function isSignedIn(): Promise<boolean> {
  checking ??= checkSession().finally(() => {
    checking = undefined;
  });
  return checking;
}

async function checkSession(): Promise<boolean> {
  try {
    const session = await callWith(SESSION, {});
    if (sessionIs(whoseOf(session))) return true;
  } catch (error) {
    if (isUnauthorized(error)) return false;
    throw error;
  }
  leaveToOther();
  return new Promise(() => {});
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === UNAUTHORIZED;
}

const UNAUTHORIZED = 401;

async function once<Name extends OperationName>(name: Name, parts: Parts): Promise<Answer<Name>> {
  const response = await ask(name, parts);
  const text = await response.text().catch(() => '');
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  // The document says what the operation answers, and a test of the server holds its answers against it.
  return outcomeOf({ status: response.status, text, isJson }) as Answer<Name>;
}

/** The body of an answer. Throws ApiProblem where the answer is no success. */
export function outcomeOf(answer: {
  readonly status: number;
  readonly text: string;
  readonly isJson: boolean;
}): unknown {
  const { isJson, status, text } = answer;
  const body = isJson ? parsed(text) : text === '' ? undefined : text;
  if (status < 200 || status >= 300) throw new ApiProblem(problemOf(body, status));
  return body;
}

async function ask(name: string, parts: Parts): Promise<Response> {
  const [method = 'GET', path = '/'] = name.split(' ');
  const init: RequestInit = { method, credentials: 'same-origin', signal: AbortSignal.timeout(TIMEOUT_MS) };
  const headers = new Headers();
  if (parts.idempotencyKey !== undefined) headers.set('idempotency-key', parts.idempotencyKey);
  if (parts.seenAt !== undefined) headers.set('if-match', `"${parts.seenAt}"`);
  if (parts.body !== undefined) {
    init.body = JSON.stringify(parts.body);
    headers.set('content-type', 'application/json');
  }
  init.headers = headers;
  try {
    return await fetch(addressOf(path, parts), init);
  } catch {
    throw new ApiProblem(NO_ANSWER);
  }
}

/** Whether the server answers with its pages, whichever version it has. */
export async function isServerThere(): Promise<boolean> {
  try {
    const { ok } = await fetch('/app', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return ok;
  } catch {
    return false;
  }
}

/** The address of an operation, for what the browser itself loads: a preview, a download. */
export function addressOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (Array.isArray(value))
      for (const each of value) search.append(key.endsWith('[]') ? key : `${key}[]`, String(each));
    else if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemOf(body: unknown, status: number): ProblemBody {
  if (typeof body === 'object' && body !== null && 'message' in body) {
    // The server's error object always has the fields of `ProblemBody`; the account API's has a message and errors only.
    const told = body as Partial<ProblemBody> & Pick<ProblemBody, 'message'>;
    return { status, name: 'refused', fix: '', ...told };
  }
  return { ...NO_ANSWER, status, message: `The server returned status ${status} without an error message.` };
}
