import type { SpecOperation } from './rows.ts';

const email = {
  from: 'string required',
  to: 'string[] max:50 required',
  cc: 'string[] max:50',
  bcc: 'string[] max:50',
  reply_to: 'string',
  subject: 'string required',
  html: 'string max:500',
  text: 'string max:100',
  tag: 'string',
  headers: 'object max:20',
};

/** Every operation of the transactional API under its own paths. The API document does not contain the adapters. */
export const TRANSACTIONAL_OPERATIONS: readonly SpecOperation[] = [
  {
    heading: 'Endpoints',
    at: 'POST /transactional/emails',
    ok: 202,
    refusals: [401, 403, 409, 422, 429],
    body: email,
    answer: ['id', 'status'],
  },
  {
    heading: 'Endpoints',
    at: 'POST /transactional/emails/batch',
    ok: 202,
    refusals: [401, 403, 422, 429],
    body: { emails: 'object[] max:100 required' },
    answer: ['data'],
  },
  {
    heading: 'Endpoints',
    at: 'GET /transactional/emails/{id}',
    ok: 200,
    refusals: [401, 403, 404, 429],
    answer: [
      'id',
      'status',
      'from',
      'to',
      'cc',
      'bcc',
      'reply_to',
      'subject',
      'tag',
      'headers',
      'created_at',
      'events',
    ],
  },
  {
    heading: 'Endpoints',
    at: 'GET /transactional/emails',
    ok: 200,
    refusals: [401, 403, 429],
    answer: ['data'],
  },
];

/** Errors of the transactional API, as pairs of status and name. */
export const TRANSACTIONAL_ERRORS: readonly (readonly [number, string])[] = [
  [401, 'missing_api_key'],
  [401, 'invalid_api_key'],
  [403, 'insufficient_scope'],
  [403, 'feature_not_available'],
  [403, 'domain_not_verified'],
  [403, 'sandbox_recipient_not_allowed'],
  [403, 'recipient_suppressed'],
  [403, 'account_paused'],
  [404, 'not_found'],
  [409, 'invalid_idempotent_request'],
  [422, 'validation_error'],
  [429, 'rate_limit_exceeded'],
  [429, 'daily_quota_exceeded'],
  [429, 'monthly_quota_exceeded'],
];
