import type { Database } from '../../../base/db.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { route, type Route } from '../../../http/route.ts';
import { requireOwnContact } from '../../audience/contacts/index.ts';
import { inAutomations, inAutomationsSchema, timelineOf, timelineQuery, timelineSchema } from './timeline.ts';

const GROUP = 'Dashboard: campaigns';
const PARAMS = { id: { description: 'ID of the contact.', example: '12' } };

/** Returns the dashboard's routes for the timeline of a contact and for the automations that the contact is in. */
export function contactTimelineRoutes({ db }: { readonly db: Database }): Route[] {
  return [timelineRoute(db), automationsRoute(db)];
}

function timelineRoute(db: Database): Route {
  return route({
    method: 'GET',
    path: '/dashboard/contacts/:id/timeline',
    summary: 'Get the timeline of a contact',
    scope: 'dashboard:read',
    query: timelineQuery,
    doc: {
      group: GROUP,
      description:
        'Returns the full history of a contact, newest first: sign-up and consent, lists and tags, emails, opens and clicks, events, and automations.',
      params: PARAMS,
      answers: [
        {
          status: 200,
          description: 'A page of the timeline.',
          schema: timelineSchema,
          example: {
            data: [
              {
                key: 'opened 9 of 12',
                at: '2026-11-22T10:05:00.000Z',
                kind: 'engagement',
                type: 'opened',
                name: 'November',
                object_id: '9',
                details: { campaign_kind: 'campaign' },
              },
            ],
            next: null,
          },
        },
      ],
      problems: ['forbidden', 'validation_error'],
    },
    async handle({ params, principal: { accountId }, query }) {
      const id = objectIdOf(params['id']);
      await requireOwnContact(db, accountId, id);
      return { status: 200, body: await timelineOf(db, accountId, id, query) };
    },
  });
}

function automationsRoute(db: Database): Route {
  return route({
    method: 'GET',
    path: '/dashboard/contacts/:id/automations',
    summary: 'List the automations of a contact',
    scope: 'dashboard:read',
    doc: {
      group: GROUP,
      description: 'Returns the automations that a contact is or was in, and the step that the contact is waiting for.',
      params: PARAMS,
      answers: [
        {
          status: 200,
          description: 'The automations, with current automations first.',
          schema: inAutomationsSchema,
          example: {
            data: [
              {
                automation_id: 4,
                title: 'Welcome',
                active: true,
                entered_at: '2026-11-22T10:05:00.000Z',
                ended_at: null,
                emails: 1,
                step: { id: 8, type: 'email', position: 2, name: 'Tips', due_at: '2026-11-24T10:05:00.000Z' },
              },
            ],
          },
        },
      ],
      problems: ['forbidden'],
    },
    async handle({ params, principal: { accountId } }) {
      const id = objectIdOf(params['id']);
      await requireOwnContact(db, accountId, id);
      return { status: 200, body: await inAutomations(db, accountId, id) };
    },
  });
}
