import type { AnswerFacts } from './answer.ts';
import type { ProblemName } from './problem-names.ts';

/**
 * Base class of the errors of this client. Applications can distinguish errors by `name`. Invalid arguments cause a
 * TypeError instead, and an aborted call rejects with the reason of its signal.
 */
export class PostriderError extends Error {
  constructor(name: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = name;
  }
}

/**
 * Thrown if no complete response arrived, because the connection failed or was interrupted. `cause` is the error of
 * `fetch`.
 */
export class ConnectionError extends PostriderError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('connection_error', message, options);
  }
}

/**
 * Thrown if a call exceeds its total time, including retries and pauses. `cause` is the error of the last finished
 * attempt, if any.
 */
export class TimeoutError extends PostriderError {
  constructor(timeoutMs: number, cause?: unknown) {
    super('timeout', `No response within ${timeoutMs} ms.`, cause === undefined ? undefined : { cause });
  }
}

/**
 * Thrown if the server returned an error. docs/errors.md lists the error names. Also thrown for responses that are not
 * from the Postrider API, such as error pages of proxies, with the name `unexpected_answer`.
 */
export class ApiError extends PostriderError {
  declare readonly name: ProblemName;
  /** HTTP status. */
  readonly status: number;
  /** Instructions for fixing the error. Empty if the server sent none. */
  readonly fix: string;
  /** URL of the documentation for this error. Empty if the server sent none. */
  readonly link: string;
  /** ID of the request, which the log of the server also contains. Empty if the response has none. */
  readonly requestId: string;
  /** Errors, keyed by the dotted path of the invalid field. Empty if no field is invalid. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Headers and quotas from the response, and the number of attempts. */
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

/** 401: the API key is missing, wrong, or revoked. */
export class AuthenticationError extends ApiError {}
/** 403: the key or the account is not allowed to do this. */
export class PermissionError extends ApiError {}
/** 404: the object does not exist or belongs to another account. */
export class NotFoundError extends ApiError {}
/** 409: the request conflicts with another request or with the current state of an object. */
export class ConflictError extends ApiError {}
/** 422: fields of the request are invalid. `errors` lists them. */
export class ValidationError extends ApiError {}
/** 429: too many requests. */
export class RateLimitError extends ApiError {}
/** 429: the daily or monthly quota of the plan is used up. */
export class QuotaExceededError extends ApiError {}
/** 500 and above: the server failed or is temporarily unavailable. */
export class ServerError extends ApiError {}

/** Properties of an error object of the API. */
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

/** Maximum length of text quoted from a response that is not an API error object. */
const MAX_QUOTED_CHARACTERS = 200;

/** Returns the error for a response. The body can be any text, because proxies also return error pages. */
export function errorOf(body: string, response: AnswerFacts): ApiError {
  const problem = problemOf(body, response);
  if (/^(?:daily|monthly)_quota_exceeded$/.test(problem.name)) return new QuotaExceededError(problem, response);
  const { status } = response;
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
  return new Class(problem, response);
}

/** Returns the error for an unexpected response. `why` is its message. */
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

/** Errors of the account API have no name, so the name is derived from the status. */
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
  // A response without a request ID comes from a proxy, not from the server.
  return response.requestId === undefined ? undefined : NAMES[response.status];
}

function foreignProblem(message: string, response: AnswerFacts): ProblemParts {
  const fix = 'Check that `baseUrl` points to a Postrider server, and check the proxies in between.';
  return { name: 'unexpected_answer', message, fix, link: '', requestId: response.requestId ?? '', errors: {} };
}

function objectOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const given: unknown = JSON.parse(body);
    // Safe cast: any object can be read by property name.
    if (typeof given === 'object' && given !== null) return given as Readonly<Record<string, unknown>>;
  } catch {
    // The body is not JSON, so the response does not come from the server itself. The caller quotes the body.
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
