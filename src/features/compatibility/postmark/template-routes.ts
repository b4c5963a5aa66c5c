import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { anyBody, anyQuery, callerOf, COMMON, type PostmarkParts } from './route-parts.ts';
import {
  addTemplate,
  deleteTemplate,
  editTemplate,
  listTemplates,
  readTemplate,
  validateTemplate,
} from './templates.ts';

const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Returns the routes for the account's email templates. */
export function templateRoutes(parts: PostmarkParts, base: string): Route[] {
  const path = `${base}/templates`;
  const writing = { ...COMMON, isForDomainKeys: false, scope: ACCOUNT_SCOPE, bodyLimitBytes: MAX_BODY_BYTES } as const;
  const reading = { ...COMMON, isForDomainKeys: false, scope: ACCOUNT_READ_SCOPES } as const;
  return [
    route({
      ...writing,
      method: 'POST',
      path,
      summary: 'Create a template (Postmark API)',
      body: anyBody,
      handle: async (request) => ({
        status: 200,
        body: await addTemplate(parts, await callerOf(parts, request), request.body),
      }),
    }),
    route({
      ...reading,
      method: 'GET',
      path,
      summary: 'List templates (Postmark API)',
      query: anyQuery,
      handle: async (request) => ({
        status: 200,
        body: await listTemplates(parts, await callerOf(parts, request), request.query),
      }),
    }),
    route({
      ...reading,
      method: 'POST',
      path: `${path}/validate`,
      summary: 'Check a template (Postmark API)',
      bodyLimitBytes: MAX_BODY_BYTES,
      body: anyBody,
      handle: async (request) => ({
        status: 200,
        body: await validateTemplate(parts, await callerOf(parts, request), request.body),
      }),
    }),
    ...objectRoutes(parts, `${path}/:template`),
  ];
}

function objectRoutes(parts: PostmarkParts, path: string): Route[] {
  const common = { ...COMMON, isForDomainKeys: false, path } as const;
  const named = ({ params }: { readonly params: Readonly<Record<string, string>> }): string => params['template'] ?? '';
  return [
    route({
      ...common,
      method: 'GET',
      summary: 'Retrieve a template (Postmark API)',
      scope: ACCOUNT_READ_SCOPES,
      handle: async (request) => ({
        status: 200,
        body: await readTemplate(parts, await callerOf(parts, request), named(request)),
      }),
    }),
    route({
      ...common,
      method: 'PATCH',
      summary: 'Update a template (Postmark API)',
      scope: ACCOUNT_SCOPE,
      bodyLimitBytes: MAX_BODY_BYTES,
      body: anyBody,
      handle: async (request) => ({
        status: 200,
        body: await editTemplate(parts, await callerOf(parts, request), named(request), request.body),
      }),
    }),
    route({
      ...common,
      method: 'DELETE',
      summary: 'Delete a template (Postmark API)',
      scope: ACCOUNT_SCOPE,
      handle: async (request) => ({
        status: 200,
        body: await deleteTemplate(parts, await callerOf(parts, request), named(request)),
      }),
    }),
  ];
}
