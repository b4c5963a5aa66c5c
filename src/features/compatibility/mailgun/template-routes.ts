import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import type { FormBody } from '../../../http/form-parts.ts';
import { route, type Route, type RouteRequest } from '../../../http/route.ts';
import { anyQuery, COMMON, domainOf, formBody, type MailgunParts } from './route-parts.ts';
import type { Query, UrlOf } from './template-pages.ts';
import {
  addTemplate,
  createVersion,
  deleteTemplate,
  deleteVersion,
  editTemplate,
  editVersion,
  listTemplates,
  listVersions,
  readTemplate,
  readVersion,
  type Named,
} from './templates.ts';

/** The properties of a request that handlers use. */
interface Given {
  readonly account: number;
  readonly named: Named;
  readonly query: Query;
  readonly body: FormBody;
  /** Returns the URL of another page of the requested list. */
  readonly urlOf: UrlOf;
}

/** Returns the routes for templates and their versions. Templates belong to the account and not to a domain. */
export function templateRoutes(parts: MailgunParts, base: string): Route[] {
  const root = `${base}/v3/:domain/templates`;
  const one = `${root}/:name`;
  const versions = `${one}/versions`;
  const version = `${versions}/:tag`;
  const made = (
    method: Route['method'],
    path: string,
    summary: string,
    handle: (given: Given) => Promise<object>,
  ): Route =>
    route({
      ...COMMON,
      isForDomainKeys: false,
      method,
      path,
      summary: `${summary} (Mailgun API)`,
      scope: method === 'GET' ? ACCOUNT_READ_SCOPES : ACCOUNT_SCOPE,
      query: anyQuery,
      ...(method !== 'GET' && { body: formBody }),
      async handle(request: RouteRequest<FormBody | undefined, Query>) {
        await domainOf(parts, request);
        const { body = { parts: [] }, params, principal, query } = request;
        const { name = '', tag = '' } = params;
        const url = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
        const urlOf: UrlOf = (text) => `${parts.baseUrl()}${url}?${text}`;
        const given = { account: principal.accountId, named: { name, tag }, query, body, urlOf };
        return { status: 200, body: await handle(given) };
      },
    });
  return [
    made('POST', root, 'Create a template', async ({ account, body }) => addTemplate(parts, account, body)),
    made('GET', root, 'List templates', async ({ account, query, urlOf }) =>
      listTemplates(parts, account, query, urlOf),
    ),
    made('GET', one, 'Retrieve a template', async ({ account, named, query }) =>
      readTemplate(parts, account, named, query),
    ),
    made('PATCH', one, 'Change the description of a template', async ({ account, body, named }) =>
      editTemplate(parts, account, named, body),
    ),
    made('DELETE', one, 'Delete a template', async ({ account, named }) => deleteTemplate(parts, account, named)),
    made('GET', versions, 'List the versions of a template', async ({ account, named, query, urlOf }) =>
      listVersions(parts, account, named, query, urlOf),
    ),
    made('POST', versions, 'Add a version to a template', async ({ account, body, named }) =>
      createVersion(parts, account, named, body),
    ),
    made('GET', version, 'Retrieve a version of a template', async ({ account, named }) =>
      readVersion(parts, account, named),
    ),
    made('PATCH', version, 'Change a version of a template', async ({ account, body, named }) =>
      editVersion(parts, account, named, body),
    ),
    made('DELETE', version, 'Delete a version of a template', async ({ account, named }) =>
      deleteVersion(parts, account, named),
    ),
  ];
}
