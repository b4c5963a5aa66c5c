import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { route, type Route } from '../../../http/route.ts';
import { alertChangeRequest, newAlertRequest } from './alert-schema.ts';
import { changeAlert, createAlert, listAlerts, readAlert, removeAlert } from './alerts.ts';
import { alertDocs, tagDocs } from './route-docs.ts';
import { periodRequest, statisticsOfTag } from './statistics.ts';
import { changeTag, pageOfTags, readTag, switchesRequest, tagPageRequest } from './tags.ts';

const READ = 'transactional:read';
const MANAGE = 'transactional:manage';

interface TagRouteParts {
  readonly db: Database;
  readonly clock: Clock;
}

/** The routes of tags and of their alerts. */
export function tagRoutes(parts: TagRouteParts): Route[] {
  return [...switchRoutes(parts), ...alertRoutes(parts)];
}

function switchRoutes(parts: TagRouteParts): Route[] {
  const { clock, db } = parts;
  return [
    route({
      method: 'GET',
      path: '/transactional/tags',
      summary: 'List tags',
      scope: [READ, MANAGE],
      query: tagPageRequest,
      doc: tagDocs.list,
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await pageOfTags(parts, principal.accountId, query),
      }),
    }),
    route({
      method: 'GET',
      path: '/transactional/tags/:tag',
      summary: 'Get a tag',
      scope: [READ, MANAGE],
      doc: tagDocs.read,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await readTag(parts, principal.accountId, params['tag'] ?? ''),
      }),
    }),
    route({
      method: 'PATCH',
      path: '/transactional/tags/:tag',
      summary: 'Update the tracking settings of a tag',
      scope: MANAGE,
      body: switchesRequest,
      doc: tagDocs.change,
      handle: async ({ principal, params, body }) => ({
        status: 200,
        body: await changeTag(parts, principal.accountId, params['tag'] ?? '', body),
      }),
    }),
    route({
      method: 'GET',
      path: '/transactional/tags/:tag/statistics',
      summary: 'Get the daily statistics of a tag',
      scope: [READ, MANAGE],
      query: periodRequest(clock),
      doc: tagDocs.statistics,
      handle: async ({ principal, params, query }) => ({
        status: 200,
        body: await statisticsOfTag(db, principal.accountId, params['tag'] ?? '', query),
      }),
    }),
  ];
}

function alertRoutes({ db }: TagRouteParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/transactional/alerts',
      summary: 'List alerts',
      scope: [READ, MANAGE],
      doc: alertDocs.list,
      handle: async ({ principal }) => ({ status: 200, body: await listAlerts(db, principal.accountId) }),
    }),
    route({
      method: 'POST',
      path: '/transactional/alerts',
      summary: 'Create an alert',
      scope: MANAGE,
      body: newAlertRequest,
      doc: alertDocs.create,
      handle: async ({ principal, body }) => ({
        status: 201,
        body: await createAlert(db, principal.accountId, body),
      }),
    }),
    route({
      method: 'GET',
      path: '/transactional/alerts/:id',
      summary: 'Get an alert',
      scope: [READ, MANAGE],
      doc: alertDocs.read,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await readAlert(db, principal.accountId, params['id'] ?? ''),
      }),
    }),
    route({
      method: 'PATCH',
      path: '/transactional/alerts/:id',
      summary: 'Update an alert',
      scope: MANAGE,
      body: alertChangeRequest,
      doc: alertDocs.change,
      handle: async ({ principal, params, body }) => ({
        status: 200,
        body: await changeAlert(db, principal.accountId, params['id'] ?? '', body),
      }),
    }),
    route({
      method: 'DELETE',
      path: '/transactional/alerts/:id',
      summary: 'Delete an alert',
      scope: MANAGE,
      doc: alertDocs.remove,
      async handle({ principal, params }) {
        await removeAlert(db, principal.accountId, params['id'] ?? '');
        return { status: 200, body: { message: 'The alert is deleted.' } };
      },
    }),
  ];
}
