import type { IncomingHttpHeaders } from 'node:http';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import type { ProblemBody } from '../../../http/problems.ts';
import { route, type Route } from '../../../http/route.ts';
import { idempotencyKeyOf } from '../../transactional/messages/index.ts';
import { CODES, failure, presentFailure, type Failure } from './failure.ts';
import { noTemplates } from './fields.ts';
import { anyBody, callerOf, COMMON, SEND, type PostmarkParts } from './route-parts.ts';
import { sendOne, type Sent } from './send.ts';
import { withTemplate } from './with-template.ts';
import { isObject } from '../resend/index.ts';

/** Maximum number of messages in a batch, as in Postmark. */
const MAX_MESSAGES = 500;
/** Body size limit for a single email. Large enough for the largest allowed email in Base64. */
const MAX_MESSAGE_BODY_BYTES = 14 * 1024 * 1024;
const MAX_BATCH_BODY_BYTES = 50 * 1024 * 1024;
/** Number of messages in a batch that are processed concurrently. */
const AT_ONCE = 8;

export function sendRoutes(parts: PostmarkParts, base: string): Route[] {
  return [
    route({
      ...COMMON,
      method: 'POST',
      path: `${base}/email`,
      summary: 'Send a message (Postmark API)',
      scope: SEND,
      bodyLimitBytes: MAX_MESSAGE_BODY_BYTES,
      body: anyBody,
      async handle(request) {
        const caller = await callerOf(parts, request);
        return { status: 200, body: await sendOne(parts, caller, request.body, idempotencyKeyOf(request.headers)) };
      },
    }),
    route({
      ...COMMON,
      method: 'POST',
      path: `${base}/email/batch`,
      summary: 'Send messages (Postmark API)',
      scope: SEND,
      bodyLimitBytes: MAX_BATCH_BODY_BYTES,
      body: anyBody,
      async handle(request) {
        const caller = await callerOf(parts, request);
        const { body, headers, problem } = request;
        const messages = batchIn(body, headers);
        return { status: 200, body: await sendEach(parts, caller, messages, problem) };
      },
    }),
    ...templateRoutes(parts, base),
  ];
}

/**
 * Sends each message separately, so that a failure does not affect the others. Returns the results in the order of the
 * input.
 */
async function sendEach(
  parts: PostmarkParts,
  caller: Principal,
  given: readonly unknown[],
  problem: (error: Refusal) => ProblemBody,
  hasTemplates = false,
): Promise<readonly (Sent | Failure['body'])[]> {
  const results: (Sent | Failure['body'])[] = [];
  for (let start = 0; start < given.length; start += AT_ONCE) {
    const group = given.slice(start, start + AT_ONCE);
    results.push(...(await Promise.all(group.map((each) => sendOrReport(parts, caller, each, problem, hasTemplates)))));
  }
  return results;
}

/**
 * Returns the result for a message. An unexpected error is reported only for the message that caused it, because other
 * messages may have been accepted.
 */
async function sendOrReport(
  parts: PostmarkParts,
  caller: Principal,
  given: unknown,
  problem: (error: Refusal) => ProblemBody,
  hasTemplates: boolean,
): Promise<Sent | Failure['body']> {
  try {
    return await sendOne(parts, caller, hasTemplates ? await withTemplate(parts, caller.accountId, given) : given);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal('service_unavailable');
    return presentFailure(problem(refusal)).body;
  }
}

function templateRoutes(parts: PostmarkParts, base: string): Route[] {
  return [
    route({
      ...COMMON,
      method: 'POST',
      path: `${base}/email/withTemplate`,
      summary: 'Send a message with a template (Postmark API)',
      scope: SEND,
      bodyLimitBytes: MAX_MESSAGE_BODY_BYTES,
      body: anyBody,
      async handle(request) {
        const caller = await callerOf(parts, request);
        const given = await withTemplate(parts, caller.accountId, request.body);
        return { status: 200, body: await sendOne(parts, caller, given, idempotencyKeyOf(request.headers)) };
      },
    }),
    route({
      ...COMMON,
      method: 'POST',
      path: `${base}/email/batchWithTemplates`,
      summary: 'Send messages with templates (Postmark API)',
      scope: SEND,
      bodyLimitBytes: MAX_BATCH_BODY_BYTES,
      body: anyBody,
      async handle(request) {
        const caller = await callerOf(parts, request);
        const messages: unknown = isObject(request.body) ? request.body['Messages'] : undefined;
        const all = batchIn(messages, request.headers);
        return { status: 200, body: await sendEach(parts, caller, all, request.problem, true) };
      },
    }),
    route({
      ...COMMON,
      method: 'POST',
      path: `${base}/email/bulk`,
      summary: 'email/bulk, not supported (Postmark API)',
      scope: SEND,
      bodyLimitBytes: MAX_BATCH_BODY_BYTES,
      body: anyBody,
      async handle(request) {
        await callerOf(parts, request);
        throw noTemplates();
      },
    }),
  ];
}

/** Returns the messages in the body of a batch request. Throws errors in Postmark's format. */
function batchIn(given: unknown, headers: IncomingHttpHeaders): readonly unknown[] {
  if (!Array.isArray(given)) throw failure(CODES.jsonRequired, 'The request body must be a JSON array of messages.');
  if (given.length > MAX_MESSAGES) {
    throw failure(CODES.tooMany, `A batch must contain at most ${MAX_MESSAGES} messages, not ${given.length}.`);
  }
  if (idempotencyKeyOf(headers) !== undefined) {
    throw invalid({ 'Idempotency-Key': ['is supported only for individual messages, not for batches.'] });
  }
  return given;
}
