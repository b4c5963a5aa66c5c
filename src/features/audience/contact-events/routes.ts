import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { page } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { requireScope } from '../../../http/authorization.ts';
import type { Principal } from '../../../http/principal.ts';
import { route, type Route } from '../../../http/route.ts';
import type { EventAcceptor } from './accept.ts';
import { findEvents } from './find.ts';
import { MAX_BATCH_BYTES } from './limits.ts';
import { presentAccepted } from './present.ts';
import { eventDocs } from './route-docs.ts';
import { eventQuery, newEvent, newEvents, type EventInput } from './schema.ts';

const PATH = '/events';
/** Applications may report events with the API key that they use to send email, because it has a higher rate limit. */
const REPORT_SCOPES: readonly string[] = [ACCOUNT_SCOPE, 'transactional:send'];

/** Dependencies of the event routes. */
export interface EventParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventAcceptor;
  readonly baseUrl: () => string;
}

/** Returns the account API routes that report and list contact events. */
export function eventRoutes({ baseUrl, clock, db, events }: EventParts): Route[] {
  return [
    route({
      method: 'POST',
      path: PATH,
      summary: 'Record an event',
      scope: REPORT_SCOPES,
      isGauge: true,
      body: newEvent(clock),
      doc: eventDocs.create,
      async handle({ body, principal }) {
        requireCreation(principal, [body]);
        const [stored] = await events.accept(principal.accountId, { events: [body], isBatch: false }, principal.keyId);
        if (!stored) throw new Error('Event missing after insert');
        return { status: 202, body: presentAccepted(stored) };
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/batch`,
      summary: 'Record events in a batch',
      scope: REPORT_SCOPES,
      bodyLimitBytes: MAX_BATCH_BYTES,
      body: newEvents(clock),
      doc: eventDocs.batch,
      async handle({ body, principal }) {
        requireCreation(principal, body);
        const stored = await events.accept(principal.accountId, { events: body, isBatch: true }, principal.keyId);
        return { status: 202, body: { data: stored.map(presentAccepted) } };
      },
    }),
    route({
      method: 'GET',
      path: PATH,
      summary: 'List events',
      scope: ACCOUNT_READ_SCOPES,
      query: eventQuery,
      doc: eventDocs.list,
      async handle({ principal, query }) {
        const { data, total } = await findEvents(db, principal.accountId, query);
        const { email, name, text } = query;
        const parameters = { name: name ?? undefined, email: email ?? undefined, query: text ?? undefined };
        const body = page({ data, total, request: query, url: `${baseUrl()}${PATH}`, parameters });
        return { status: 200, body };
      },
    }),
  ];
}

/** Throws insufficient_scope if an event is to create a contact and the caller may only send email. */
function requireCreation(principal: Principal, events: readonly EventInput[]): void {
  if (events.some(({ createsContact }) => createsContact)) requireScope(principal, ACCOUNT_SCOPE);
}
