import { isInputFault, isUnavailable } from '../base/db.ts';
import {
  fieldSentences,
  Refusal,
  type FieldErrors,
  type SafeguardDetails,
  type RefusalDetails,
} from '../base/refusal.ts';
import { problemTable, type ProblemName } from './problem-table.ts';

export { problemTable, type ProblemName } from './problem-table.ts';

/** Default value of Retry-After, in seconds. */
const RETRY_AFTER_SECONDS = 2;

/** Body of an error response in the native format. `errors` is present only with status 422. */
export interface ProblemBody {
  readonly status: number;
  readonly name: ProblemName;
  readonly message: string;
  readonly fix: string;
  readonly link: string;
  readonly request_id: string;
  readonly errors?: FieldErrors;
  /** Details of the safeguard that holds the object. Only with status 403; see `SafeguardDetails`. */
  readonly safeguard?: string;
  readonly limits?: SafeguardDetails['limits'];
  readonly lifts_at?: string | null;
}

/** The HTTP response for a problem. */
export interface PresentedProblem {
  readonly status: number;
  readonly body: ProblemBody;
  readonly headers: Readonly<Record<string, string>>;
  /** Set if the operator must be notified. Contains the error and its cause. The response body never contains them. */
  readonly log?: { readonly level: 'warn' | 'error'; readonly message: string; readonly error: unknown };
}

/** Request-specific values in the body of a problem. */
export interface ProblemContext {
  readonly requestId: string;
  readonly baseUrl: string;
}

/** The name of a problem, with optional details. */
export interface WireProblem {
  readonly name: ProblemName;
  readonly details?: RefusalDetails;
}

/**
 * Converts any thrown value to a response. A `Refusal` becomes the problem with its name and details, an unavailable
 * database becomes 503, a value rejected by PostgreSQL becomes 422, and any other error becomes 500 without details.
 */
export function presentProblem(error: unknown, context: ProblemContext): PresentedProblem {
  if (error instanceof Refusal) return presentNamed({ name: error.code, details: error.details }, context);
  if (isUnavailable(error)) {
    const log = { level: 'warn', message: 'Database unavailable, full, or overloaded', error } as const;
    return { ...presentNamed({ name: 'service_unavailable' }, context), log };
  }
  if (isInputFault(error)) {
    const details = { message: 'A value in the request is out of range or too long.' };
    const log = { level: 'warn', message: 'Database rejected a value that passed validation', error } as const;
    return { ...presentNamed({ name: 'validation_error', details }, context), log };
  }
  const log = { level: 'error', message: 'Request failed', error } as const;
  return { ...presentNamed({ name: 'internal_server_error' }, context), log };
}

/** Converts a named problem to a response. */
export function presentNamed({ name, details = {} }: WireProblem, context: ProblemContext): PresentedProblem {
  const row = problemTable[name];
  const body: ProblemBody = {
    status: row.status,
    name,
    message: details.message ?? (details.errors && summarise(details.errors)) ?? row.message,
    fix: details.fix ?? row.fix,
    link: `${context.baseUrl}/docs/errors#${name}`,
    request_id: context.requestId,
    ...(name === 'validation_error' && { errors: details.errors ?? {} }),
    ...(details.held && presentSafeguard(details.held)),
  };
  return { status: row.status, body, headers: headersOf(name, details) };
}

function presentSafeguard({
  safeguard,
  liftsAt,
  limits,
}: SafeguardDetails): Pick<ProblemBody, 'safeguard' | 'limits' | 'lifts_at'> {
  return { safeguard, limits, lifts_at: liftsAt?.toISOString() ?? null };
}

/** Returns the message of the first error, followed by the number of other errors. */
function summarise(errors: FieldErrors): string | undefined {
  const sentences = fieldSentences(errors);
  const [first] = sentences;
  if (first === undefined) return undefined;
  return sentences.length === 1 ? first : `${first} (and ${sentences.length - 1} more in \`errors\`)`;
}

function headersOf(name: ProblemName, details: RefusalDetails): Record<string, string> {
  // WWW-Authenticate contains the required scheme and an error code for the token (RFC 6750 section 3).
  if (name === 'missing_api_key') return { 'www-authenticate': 'Bearer realm="Postrider"' };
  if (name === 'invalid_api_key') return { 'www-authenticate': 'Bearer realm="Postrider", error="invalid_token"' };
  if (name === 'insufficient_scope') {
    return { 'www-authenticate': 'Bearer realm="Postrider", error="insufficient_scope"' };
  }
  if (details.retryAfterSeconds !== undefined || name === 'service_unavailable' || name === 'rate_limit_exceeded') {
    // Clients parse this as an integer. With 0, they would retry immediately.
    const seconds = Math.max(1, Math.ceil(details.retryAfterSeconds ?? RETRY_AFTER_SECONDS));
    return { 'retry-after': String(seconds) };
  }
  return {};
}
