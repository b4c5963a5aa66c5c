import type { AnswerFacts } from './answer.ts';
import type { ProblemName } from './problem-names.ts';

/** Everything that this client throws of its own accord. `name` says which error it is, for programs to go by. */
export class PostriderError extends Error {
  constructor(name: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = name;
  }
}

/** There was no answer: no connection, or it broke. `cause` has what `fetch` said. */
export class ConnectionError extends PostriderError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('connection_error', message, options);
  }
}

/** The total time of a call was over, retries and pauses included. `cause` is what the last attempt met, if any ended. */
export class TimeoutError extends PostriderError {
  constructor(timeoutMs: number, cause?: unknown) {
    super('timeout', `No response within ${timeoutMs} ms.`, cause === undefined ? undefined : { cause });
  }
}

/** The server answered that it will not: docs/errors.md lists the names. */
export class ApiError extends PostriderError {
  declare readonly name: ProblemName;
  /** HTTP status. */
  readonly status: number;
  /** What you can do about it. */
  readonly fix: string;
  /** Where to read on. */
  readonly link: string;
  /** As the header `x-request-id`; the server's log has it too. */
  readonly requestId: string;
  /** For each field at fault, by its dotted path, what is wrong with it; empty unless fields are. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The answer's headers, quotas and attempts. */
  readonly response: AnswerFacts;

  constructor(problem: ProblemParts, response: AnswerFacts) {
    super(problem.name, problem.message);
    this.status = response.status;
    this.fix = problem.fix;
    this.link = problem.link;
    this.requestId = problem.requestId;
    this.errors = problem.errors;
    this.response = response;
  }
}

/** 401: the API key is missing, wrong or revoked. */
export class AuthenticationError extends ApiError {}
/** 403: the key or the account may not do this. */
export class PermissionError extends ApiError {}
/** 404: there is nothing there, or it belongs to another account. */
export class NotFoundError extends ApiError {}
/** 409: another request stands in the way. */
export class ConflictError extends ApiError {}
/** 422: fields of the request are at fault; `errors` says which. */
export class ValidationError extends ApiError {}
/** 429: too many requests. */
export class RateLimitError extends ApiError {}
/** 429: the plan's limit of the day or the month is used up. */
export class QuotaExceededError extends ApiError {}
/** 500 and above: the server failed, or cannot answer now. */
export class ServerError extends ApiError {}

/** What an error object of the API says. */
export interface ProblemParts {
  readonly name: string;
  readonly message: string;
  readonly fix: string;
  readonly link: string;
  readonly requestId: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

const CLASSES: Readonly<Record<number, new (problem: ProblemParts, response: AnswerFacts) => ApiError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
};

/** Longest part of an answer that is no error object which its message quotes. */
const MAX_QUOTED_CHARACTERS = 200;

/** The error that an answer stands for, whatever its body: proxies answer too, with pages of their own. */
export function errorOf(body: string, response: AnswerFacts): ApiError {
  const problem = problemOf(body, response);
  if (/^(?:daily|monthly)_quota_exceeded$/.test(problem.name)) return new QuotaExceededError(problem, response);
  const { status } = response;
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
  return new Class(problem, response);
}

/** The error of an answer that should have been something else: `why` is a sentence. */
export function unexpectedAnswer(why: string, response: AnswerFacts): ApiError {
  return new ApiError(foreignProblem(why, response), response);
}

function problemOf(body: string, response: AnswerFacts): ProblemParts {
  const given = objectOf(body);
  const { message } = given;
  const name = nameIn(given, response);
  if (name === undefined || typeof message !== 'string') {
    const start = body.slice(0, MAX_QUOTED_CHARACTERS).trim();
    return foreignProblem(`The server returned ${response.status}${start === '' ? '.' : `: ${start}`}`, response);
  }
  return {
    name,
    message,
    fix: textOf(given['fix']),
    link: textOf(given['link']),
    requestId: textOf(given['request_id']) || (response.requestId ?? ''),
    errors: fieldErrorsOf(given['errors']),
  };
}

/** Errors of the account API have no name, but a status that says as much. */
const NAMES: Readonly<Record<number, ProblemName>> = {
  401: 'invalid_api_key',
  402: 'plan_required',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'validation_error',
  429: 'rate_limit_exceeded',
  500: 'internal_server_error',
  503: 'service_unavailable',
};

function nameIn({ code, name }: Readonly<Record<string, unknown>>, response: AnswerFacts): string | undefined {
  if (typeof name === 'string') return name;
  if (typeof code === 'string') return code;
  // Without the id of a request it is the answer of somebody between.
  return response.requestId === undefined ? undefined : NAMES[response.status];
}

function foreignProblem(message: string, response: AnswerFacts): ProblemParts {
  const fix = 'Check that `baseUrl` points to a Postrider server, and check the proxies in between.';
  return { name: 'unexpected_answer', message, fix, link: '', requestId: response.requestId ?? '', errors: {} };
}

function objectOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const given: unknown = JSON.parse(body);
    // Any object can be read by name.
    if (typeof given === 'object' && given !== null) return given as Readonly<Record<string, unknown>>;
  } catch {
    // Not JSON, so not from the server itself: the caller quotes it.
  }
  return {};
}

function fieldErrorsOf(given: unknown): Record<string, readonly string[]> {
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([field, sentences]: [string, unknown]) =>
      Array.isArray(sentences) ? [[field, sentences.filter((each) => typeof each === 'string')]] : [],
    ),
  );
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : '';
}
