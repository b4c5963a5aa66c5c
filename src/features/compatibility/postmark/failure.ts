import { Refusal } from '../../../base/refusal.ts';
import type { ProblemBody } from '../../../http/problems.ts';

/** Codes from Postmark's error table that this adapter uses explicitly. */
export const CODES = {
  jsonRequired: 402,
  bounceNotFound: 407,
  tooMany: 410,
  messageNotFound: 701,
  templates: 1101,
  streamNotFound: 1226,
  webhookNotFound: 1400,
} as const;

/** Matches a field name that contains an explicit error code. */
const CODE = /^ErrorCode (\d+)$/;

/** Creates an error with an explicit code and the message that clients show. */
export function failure(code: number, message: string): Refusal {
  return new Refusal('validation_error', { message, errors: { [`ErrorCode ${code}`]: [message] } });
}

/**
 * Status and error code for our errors. Of all other errors, those with a 5xx status keep it, and the rest have status
 * 422 and code 300 (invalid request).
 */
const OF_PROBLEMS: Readonly<Record<string, readonly [status: number, code: number]>> = {
  missing_api_key: [401, 10],
  invalid_api_key: [401, 10],
  insufficient_scope: [422, 405],
  forbidden: [422, 405],
  feature_not_available: [422, 405],
  account_restricted: [422, 405],
  account_paused: [422, 412],
  domain_not_verified: [422, 400],
  recipient_suppressed: [422, 406],
  sandbox_recipient_not_allowed: [422, 412],
  rate_limit_exceeded: [429, 429],
  daily_quota_exceeded: [429, 429],
  monthly_quota_exceeded: [429, 429],
  payload_too_large: [413, 413],
  unsupported_media_type: [422, 409],
  not_found: [404, 404],
  method_not_allowed: [405, 405],
  service_unavailable: [503, 503],
};

/** An error in the format of Postmark's clients. */
export interface Failure {
  readonly status: number;
  readonly body: { readonly ErrorCode: number; readonly Message: string };
}

/** Converts a problem to an error for Postmark's clients. */
export function presentFailure(problem: ProblemBody): Failure {
  const own = CODE.exec(Object.keys(problem.errors ?? {})[0] ?? '');
  if (own) return { status: 422, body: { ErrorCode: Number(own[1]), Message: problem.message } };
  const [status, code] =
    OF_PROBLEMS[problem.name] ?? (problem.status >= 500 ? [problem.status, problem.status] : [422, 300]);
  return { status, body: { ErrorCode: code, Message: messageOf(problem) } };
}

function messageOf({ errors, fix, message, name, status }: ProblemBody): string {
  if (status === 401) return 'Request does not contain a valid Server token.';
  // Keep this exact message, because clients extract the addresses from it.
  if (name === 'recipient_suppressed') return message;
  return sentences(errors) ?? `${message} ${fix}`;
}

/** Postmark's field names, keyed by the field names of our API. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'Name',
  alias: 'Alias',
  from: 'From',
  to: 'To',
  cc: 'Cc',
  bcc: 'Bcc',
  reply_to: 'ReplyTo',
  subject: 'Subject',
  html: 'HtmlBody',
  text: 'TextBody',
  tag: 'Tag',
  headers: 'Headers',
  url: 'Url',
};

function sentences(errors: ProblemBody['errors']): string | undefined {
  const all = Object.entries(errors ?? {}).flatMap(([path, list]) => {
    const [field = '', ...rest] = path.split('.');
    const named = [FIELDS[field] ?? field, ...rest].join('.');
    return list.map((sentence) => `${named}: ${sentence}`);
  });
  return all.length === 0 ? undefined : all.join(' ');
}
