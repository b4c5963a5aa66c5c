import type { Clock } from '../../../base/clock.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Parser } from '../../../http/parser.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import {
  listRequest,
  MAX_BATCH_BODY_BYTES,
  MAX_SEND_BODY_BYTES,
  readMessage,
  readPage,
  type SendParts,
  type Whose,
} from '../../transactional/messages/index.ts';
import { anyBody } from './account/parts.ts';
import { givenId } from './ids.ts';
import { BASES } from './paths.ts';
import { presentListed, presentMessage } from './present.ts';
import { compatBatch, compatSend } from './schema.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { refusingRoutes } from './refusing.ts';
import { sendOne, sendPermissively, sendStrictly } from './send.ts';
import { requireSubscribed, withoutUnsubscribed, type TopicParts } from './topics.ts';
import { withTemplate, withTemplates } from './with-template.ts';

const SEND = 'transactional:send';
const READ = 'transactional:read';

type Parts = SendParts &
  TopicParts & {
    readonly clock: Clock;
    readonly html: HtmlWork;
    /** Alias domains that stand for the sandbox domain in requests to these routes. */
    readonly sandboxAliases: readonly string[];
  };

/** Returns the routes of the Resend-compatible API, both under the prefix and at the root. */
export function compatRoutes(parts: Parts): Route[] {
  return BASES.flatMap((base) =>
    sendingRoutes(base, parts).concat(readingRoutes(base, parts), schedulingRoutes(base), refusingRoutes(base)),
  );
}

function sendingRoutes(base: string, parts: Parts): Route[] {
  const sandbox = { domain: parts.sandboxDomain, aliases: parts.sandboxAliases };
  const [one, batch] = [compatSend(sandbox), compatBatch(sandbox)];
  return [
    route({
      method: 'POST',
      path: `${base}/emails`,
      summary: 'Send an email',
      scope: SEND,
      isForDomainKeys: true,
      bodyLimitBytes: MAX_SEND_BODY_BYTES,
      isGauge: true,
      body: anyBody,
      async handle({ principal, body, headers }) {
        const send = one.parse(await withTemplate(parts, principal.accountId, body));
        await requireSubscribed(parts, principal.accountId, body, send);
        return sendOne(parts, principal, send, headers);
      },
    }),
    route({
      method: 'POST',
      path: `${base}/emails/batch`,
      summary: 'Send up to 100 emails',
      scope: SEND,
      isForDomainKeys: true,
      bodyLimitBytes: MAX_BATCH_BODY_BYTES,
      body: anyBody,
      async handle({ principal, body, headers, problem }) {
        const { accountId } = principal;
        const parsed = batch.parse(await withTemplates(parts, accountId, body));
        const items = await withoutUnsubscribed(parts, accountId, parsed);
        return headers['x-batch-validation'] === 'permissive'
          ? sendPermissively(parts, principal, { items, headers, problem })
          : sendStrictly(parts, principal, { items, headers, problem });
      },
    }),
  ];
}

function readingRoutes(base: string, parts: Parts): Route[] {
  return [
    route({
      method: 'GET',
      path: `${base}/emails`,
      summary: 'List recent emails, newest first',
      scope: READ,
      isForDomainKeys: true,
      query: withBareCursors(listRequest(parts.clock)),
      handle: async ({ principal, query, headers }) => {
        const { messages, next } = await readPage(parts.db, principal, query);
        const data = messages.map((message) => presentListed(message, headers));
        return { status: 200, body: { object: 'list', has_more: next !== undefined, data } };
      },
    }),
    route({
      method: 'GET',
      path: `${base}/emails/:id`,
      summary: 'Retrieve an email',
      scope: READ,
      isForDomainKeys: true,
      handle: async ({ principal, params, headers }) => {
        const message = await findMessage(parts, principal, givenId(params['id'] ?? ''));
        return { status: 200, body: await presentMessage(parts.html, message, headers) };
      },
    }),
  ];
}

/** Returns the routes for scheduled emails. They always return an error, because scheduling is not supported. */
function schedulingRoutes(base: string): Route[] {
  const refuse = (): Promise<Reply> => {
    throw new Refusal('validation_error', {
      message: 'Scheduled emails are not supported.',
      fix: 'Send the request when the email should be sent. Accepted emails are sent immediately.',
    });
  };
  return [
    route({
      method: 'PATCH',
      path: `${base}/emails/:id`,
      summary: 'Reschedule an email (not supported)',
      scope: SEND,
      isForDomainKeys: true,
      handle: refuse,
    }),
    route({
      method: 'POST',
      path: `${base}/emails/:id/cancel`,
      summary: 'Cancel a scheduled email (not supported)',
      scope: SEND,
      isForDomainKeys: true,
      handle: refuse,
    }),
  ];
}

async function findMessage(parts: Parts, whose: Whose, id: string) {
  try {
    return await readMessage(parts, whose, id);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') {
      throw new Refusal('not_found', { message: 'Email not found' });
    }
    throw error;
  }
}

/** Returns a parser that accepts bare UUIDs as cursors, because some clients receive IDs in this format. */
function withBareCursors<T>(parser: Parser<T>): Parser<T> {
  return {
    schema: parser.schema,
    parse(given) {
      // Safe cast: a decoded query is an object whose values are strings and lists of strings.
      const entries = Object.entries(given as Record<string, unknown>);
      const isCursor = (name: string): boolean => name === 'after' || name === 'before';
      return parser.parse(
        Object.fromEntries(
          entries.map(([name, value]) => [name, isCursor(name) && typeof value === 'string' ? givenId(value) : value]),
        ),
      );
    },
  };
}
