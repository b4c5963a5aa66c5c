import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Reply, type Route, type RouteRequest } from '../../../http/route.ts';
import { sendgridKey } from './credential.ts';
import { anyBody, anyQuery, type SendgridParts } from './route-parts.ts';
import {
  activateVersion,
  addTemplate,
  copyTemplate,
  createVersion,
  deleteTemplate,
  deleteVersion,
  editTemplate,
  editVersion,
  listTemplates,
  readTemplate,
  readVersion,
} from './templates.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;

type Request = RouteRequest<unknown, Record<string, unknown>>;
type Handle = (request: Request, accountId: number, ids: { readonly id: string; readonly version: string }) => unknown;

/** Returns the routes for the account's templates and their versions. */
export function templateRoutes(parts: SendgridParts, base: string): Route[] {
  const root = `${base}/v3/templates`;
  const one = `${root}/:template`;
  const versions = `${one}/versions`;
  const version = `${versions}/:version`;
  const made =
    (method: Route['method'], path: string) =>
    (summary: string, status: number, handle: Handle): Route =>
      route({
        keyOf: sendgridKey,
        method,
        path,
        summary: `${summary} (SendGrid API)`,
        scope: method === 'GET' ? ACCOUNT_READ_SCOPES : ACCOUNT_SCOPE,
        bodyLimitBytes: MAX_BODY_BYTES,
        body: anyBody,
        query: anyQuery,
        async handle(request): Promise<Reply> {
          await parts.requireAdapter(request.principal, 'sendgrid');
          const { template: id = '', version: versionId = '' } = request.params;
          return {
            status,
            body: await handle(request, request.principal.accountId, { id, version: versionId }),
          };
        },
      });
  return [
    made('POST', root)('Create a template', 201, async ({ body }, account) => addTemplate(parts, account, body)),
    made('GET', root)('List templates', 200, async ({ query }, account) =>
      listTemplates(parts, account, query, (text) => `${parts.baseUrl()}${root}?${text}`),
    ),
    made('GET', one)('Retrieve a template', 200, async (_, account, { id }) => readTemplate(parts, account, id)),
    made('PATCH', one)('Rename a template', 200, async ({ body }, account, { id }) =>
      editTemplate(parts, account, id, body),
    ),
    made('POST', one)('Duplicate a template', 201, async ({ body }, account, { id }) =>
      copyTemplate(parts, account, id, body),
    ),
    made('DELETE', one)('Delete a template', 204, async (_, account, { id }) => deleteTemplate(parts, account, id)),
    made('POST', versions)('Add a version to a template', 201, async ({ body }, account, { id }) =>
      createVersion(parts, account, id, body),
    ),
    made('GET', version)('Retrieve a version of a template', 200, async (_, account, ids) =>
      readVersion(parts, account, ids.id, ids.version),
    ),
    made('PATCH', version)('Change a version of a template', 200, async ({ body }, account, ids) =>
      editVersion(parts, account, { ...ids, body }),
    ),
    made('DELETE', version)('Delete a version of a template', 204, async (_, account, ids) =>
      deleteVersion(parts, account, ids.id, ids.version),
    ),
    made('POST', `${version}/activate`)('Activate a version of a template', 200, async (_, account, ids) =>
      activateVersion(parts, account, ids.id, ids.version),
    ),
  ];
}
