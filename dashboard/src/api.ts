import type { Operations } from './api-types.ts';
import { endSession, isKnown, leaveToOther, sessionIs, signedInAgain, whoseOf } from './session-end.ts';

/** An operation of the API, identified by its method and path: for example `GET /transactional/emails/{id}`. */
export type OperationName = keyof Operations;
/** Input of an operation: the path parameters `params`, the `query`, and the `body`. */
export type Input<Name extends OperationName> = Operations[Name]['input'];
/** Response body of an operation. */
export type Answer<Name extends OperationName> = Operations[Name]['answer'];
/** The input of an operation as an argument. The argument is optional if the input has no required properties. */
export type InputArgument<Name extends OperationName> =
  Record<string, never> extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

/** Request timeout in milliseconds. A shorter timeout would report slow changes as failed, although they are made. */
const TIMEOUT_MS = 60_000;

type QueryValue = string | number | boolean | null | undefined;

/** Input of any operation. */
export interface Parts {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>> | undefined;
  readonly body?: unknown;
  /** Value of the `Idempotency-Key` header. */
  readonly idempotencyKey?: string | undefined;
  /**
   * The `updated_at` value that this page loaded with the object. The server rejects the change if the object has
   * changed since then.
   */
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

/** An object that uses another object and therefore prevents that object from being deleted. */
export interface Usage {
  readonly type: string;
  readonly id: number;
  readonly title: string;
}

/**
 * An error response, a request without a response, or a problem that the dashboard itself detected, such as invalid
 * input. `message` says what happened, and `fix` says what to do.
 */
export class ApiProblem extends Error {
  /**
   * HTTP status of the response, or 0 if there was no response. The dashboard uses 422 for invalid input that it
   * detected.
   */
  readonly status: number;
  /** Name of the API error, or a name that the dashboard chose: for example, `no_answer` if there was no response. */
  readonly code: string;
  readonly fix: string;
  readonly requestId: string | undefined;
  /** Field errors. The key is the dotted path of the invalid field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** For a conflict: the objects that use the object and therefore prevent the change. */
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

/**
 * Calls an operation with the session of this browser. If the session has ended, waits until the user has signed in
 * again, and repeats the call, except for the operations of the sign-in and the session itself. Rejects only with
 * `ApiProblem`.
 */
export async function call<Name extends OperationName>(
  name: Name,
  ...[input]: InputArgument<Name>
): Promise<Answer<Name>> {
  return callWith(name, input ?? {});
}

/** Calls an operation like `call` does, but requires the input. */
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
 * Calls `ask` and resolves with its result. After a 401 response, checks the session, because a 401 response can have
 * other causes. If the session has ended, waits until the same user has signed in again. Then repeats the request,
 * which the server did not execute. If the session is valid but the repeated request also returns 401, rejects with
 * that error.
 */
export async function whileSignedIn<T>(ask: () => Promise<T>): Promise<T> {
  for (let wasSignedIn = false; ;) {
    try {
      return await ask();
    } catch (error) {
      // If the response is 401 although the session was valid at the last check, the session is not the cause.
      if (!isUnauthorized(error) || !isKnown() || wasSignedIn) throw error;
      wasSignedIn = await isSignedIn();
      if (!wasSignedIn) await signedInAgain();
    }
  }
}

/**
 * Resolves when the session of this tab is valid, or immediately if this tab never had a session. Used before requests
 * that the browser sends itself. If the session has ended, a dialog asks the user to sign in again first. Rejects with
 * ApiProblem if the session cannot be checked.
 */
export async function requireSession(): Promise<void> {
  if (isKnown() && !(await isSignedIn())) await signedInAgain();
}

let checking: Promise<boolean> | undefined;

/**
 * Returns whether the session of this tab is valid. If it is not valid, marks the session as ended. If another user has
 * signed in, the page reloads and the promise never settles. Rejects with ApiProblem if the server does not respond.
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
  // Safe cast: the API document defines the type of the response, and a test of the server checks responses against the
  // document.
  return outcomeOf({ status: response.status, text, isJson }) as Answer<Name>;
}

/**
 * Returns the body of a successful response: the parsed JSON, the text, or undefined if the body is empty. Throws
 * ApiProblem for all other responses.
 */
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

/** Returns whether the server serves the dashboard, possibly in a different version. */
export async function isServerThere(): Promise<boolean> {
  try {
    const { ok } = await fetch('/app', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return ok;
  } catch {
    return false;
  }
}

/** Loads a public file of this server, such as an image. Rejects only with `ApiProblem`. */
export async function fileAt(path: string): Promise<Blob> {
  const response = await ask(`GET ${path}`, {});
  try {
    if (response.ok) return await response.blob();
    throw new ApiProblem(problemOf(parsed(await response.text()), response.status));
  } catch (error) {
    throw error instanceof ApiProblem ? error : new ApiProblem(NO_ANSWER);
  }
}

/**
 * Returns the path and query of a request. Omits query parameters that are undefined, null, or empty strings, and adds
 * `[]` to the names of arrays.
 */
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
    // Most server errors have all fields of `ProblemBody`. Account API errors have only a message and field errors.
    const reported = body as Partial<ProblemBody> & Pick<ProblemBody, 'message'>;
    return { status, name: 'refused', fix: '', ...reported };
  }
  return { ...NO_ANSWER, status, message: `The server returned status ${status} without an error message.` };
}
