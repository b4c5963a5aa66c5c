import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Reply, type Route, type RouteRequest } from '../../../http/route.ts';
import { anyBody, anyQuery, answer, type Common } from './route-parts.ts';
import type { RequireAdapter } from '../vendors/index.ts';
import {
  addTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate,
  renderTemplate,
  updateTemplate,
  type TemplateParts,
} from './templates.ts';

type Parts = TemplateParts & { readonly requireAdapter: RequireAdapter };

/** Returns the routes for the account's email templates. */
export function templateRoutes(parts: Parts, common: Common, home: string): Route[] {
  const answering = answeringOf(parts);
  const nameIn = ({ params }: Pick<RouteRequest<unknown, unknown>, 'params'>): string => params['template'] ?? '';
  const reading = { ...common, scope: ACCOUNT_READ_SCOPES } as const;
  const writing = { ...common, scope: ACCOUNT_SCOPE } as const;
  const path = `${home}/templates`;
  const one = `${path}/:template`;
  return [
    route({
      ...writing,
      method: 'POST',
      path,
      summary: 'Create a template (Amazon SES API)',
      body: anyBody,
      handle: answering(async ({ body }, accountId) => addTemplate(parts, accountId, body)),
    }),
    route({
      ...reading,
      method: 'GET',
      path,
      summary: 'List templates (Amazon SES API)',
      query: anyQuery,
      handle: answering(async ({ query }, accountId) => listTemplates(parts, accountId, query)),
    }),
    route({
      ...reading,
      method: 'GET',
      path: one,
      summary: 'Retrieve a template (Amazon SES API)',
      handle: answering(async (request, accountId) => readTemplate(parts, accountId, nameIn(request))),
    }),
    route({
      ...writing,
      // These clients send PUT. The server also answers PUT for PATCH routes.
      method: 'PATCH',
      path: one,
      summary: 'Update a template (Amazon SES API)',
      body: anyBody,
      handle: answering(async (request, accountId) => updateTemplate(parts, accountId, nameIn(request), request.body)),
    }),
    route({
      ...writing,
      method: 'DELETE',
      path: one,
      summary: 'Delete a template (Amazon SES API)',
      handle: answering(async (request, accountId) => deleteTemplate(parts, accountId, nameIn(request))),
    }),
    route({
      ...reading,
      method: 'POST',
      path: `${one}/render`,
      summary: 'Render a template (Amazon SES API)',
      body: anyBody,
      handle: answering(async (request, accountId) => renderTemplate(parts, accountId, nameIn(request), request.body)),
    }),
  ];
}

/** Returns a function that turns a template operation into the handler of a route. */
function answeringOf({ requireAdapter }: Parts) {
  return <Body, Query>(run: (request: RouteRequest<Body, Query>, accountId: number) => Promise<object>) =>
    async (request: RouteRequest<Body, Query>): Promise<Reply> => {
      await requireAdapter(request.principal, 'ses');
      return answer(await run(request, request.principal.accountId), request.requestId);
    };
}
