import { isInputFault, isUnavailable } from '../base/db.ts';
import { fieldSentences, Refusal, type FieldErrors, type GateDetails, type RefusalDetails } from '../base/refusal.ts';
import { problemTable, type ProblemName } from './problem-table.ts';

export { renderErrorsPage } from './errors-page.ts';
export { problemTable, type ProblemName } from './problem-table.ts';

/** Seconds after which callers may come back when the database is away or a refusal names no time. */
const RETRY_AFTER_SECONDS = 2;

/** Body of every answer that is not a success; `errors` on 422 only. */
export interface ProblemBody {
  readonly status: number;
  readonly name: ProblemName;
  readonly message: string;
  readonly fix: string;
  readonly link: string;
  readonly request_id: string;
  readonly errors?: FieldErrors;
  /** What holds something back, on 403 only: see `GateDetails`. */
  readonly gate?: string;
  readonly limits?: GateDetails['limits'];
  readonly lifts_at?: string | null;
}

/** A problem ready to be sent. */
export interface PresentedProblem {
  readonly status: number;
  readonly body: ProblemBody;
  readonly headers: Readonly<Record<string, string>>;
  /** Present when the operator must hear of it: with the error and its cause, which the body never shows. */
  readonly log?: { readonly level: 'warn' | 'error'; readonly message: string; readonly error: unknown };
}

/** What the body of a problem names besides the problem itself. */
export interface ProblemContext {
  readonly requestId: string;
  readonly baseUrl: string;
}

/** A problem that arose on the wire, before any route: not a refusal of a feature. */
export interface WireProblem {
  readonly name: ProblemName;
  readonly details?: RefusalDetails;
}

/**
 * The answer to anything thrown: a Refusal is its row of the table with its own details, a database that is away 503, a
 * value that PostgreSQL refused 422, all else 500 with nothing of the error in the body.
 */
export function presentProblem(error: unknown, context: ProblemContext): PresentedProblem {
  if (error instanceof Refusal) return presentNamed({ name: error.code, details: error.details }, context);
  if (isUnavailable(error)) {
    const log = { level: 'warn', message: 'Database unavailable, full or overloaded', error } as const;
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

/** The answer to a named problem. */
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
    ...(details.held && presentGate(details.held)),
  };
  return { status: row.status, body, headers: headersOf(name, details) };
}

function presentGate({ gate, liftsAt, limits }: GateDetails): Pick<ProblemBody, 'gate' | 'limits' | 'lifts_at'> {
  return { gate, limits, lifts_at: liftsAt?.toISOString() ?? null };
}

/** The first error as a sentence, and how many more there are. */
function summarise(errors: FieldErrors): string | undefined {
  const sentences = fieldSentences(errors);
  const [first] = sentences;
  if (first === undefined) return undefined;
  return sentences.length === 1 ? first : `${first} (and ${sentences.length - 1} more in \`errors\`)`;
}

function headersOf(name: ProblemName, details: RefusalDetails): Record<string, string> {
  // RFC 6750 section 3: the challenge says which scheme is wanted, and what was wrong with the token.
  if (name === 'missing_api_key') return { 'www-authenticate': 'Bearer realm="Postrider"' };
  if (name === 'invalid_api_key') return { 'www-authenticate': 'Bearer realm="Postrider", error="invalid_token"' };
  if (name === 'insufficient_scope') {
    return { 'www-authenticate': 'Bearer realm="Postrider", error="insufficient_scope"' };
  }
  if (details.retryAfterSeconds !== undefined || name === 'service_unavailable' || name === 'rate_limit_exceeded') {
    // Clients parse this as a whole number; zero would make them come back at once.
    const seconds = Math.max(1, Math.ceil(details.retryAfterSeconds ?? RETRY_AFTER_SECONDS));
    return { 'retry-after': String(seconds) };
  }
  return {};
}
