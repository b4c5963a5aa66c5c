import type { Vault } from '../../../base/crypto.ts';
import type { Database } from '../../../base/db.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { page } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import type { FormPartOf } from '../forms/index.ts';
import { changePage, createPage, findPages, ownPage, removePage } from './pages.ts';
import { presentPage } from './present.ts';
import { createPreviews, type Previews } from './previews.ts';
import { pageAt, type PageRow } from './queries.ts';
import { landingPageDocs } from './route-docs.ts';
import { newPage, openedWith, pageChange, pagesQuery } from './schema.ts';
import { landingPage, noLandingPage } from './show.ts';

const PATH = '/landing-pages';

/** What landing pages need. */
export interface LandingPageParts {
  readonly db: Database;
  readonly vault: Vault;
  readonly baseUrl: () => string;
  readonly formPartOf: FormPartOf;
}

interface Desk extends LandingPageParts {
  readonly previews: Previews;
}

/** Landing pages in the account API, and as everybody sees them. */
export function landingPageRoutes(parts: LandingPageParts): Route[] {
  const desk = { ...parts, previews: createPreviews(parts.vault) };
  return [...collectionRoutes(desk), ...objectRoutes(desk), publicRoute(desk)];
}

function shown({ baseUrl, previews }: Desk, accountId: number, row: PageRow) {
  return presentPage({ baseUrl: baseUrl(), previews }, accountId, row);
}

function collectionRoutes(desk: Desk): Route[] {
  const { baseUrl, db } = desk;
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'List landing pages',
      scope: ACCOUNT_READ_SCOPES,
      query: pagesQuery,
      doc: landingPageDocs.list,
      async handle({ principal: { accountId }, query }) {
        const { pages, total } = await findPages(db, accountId, query);
        const body = page({
          data: pages.map((row) => shown(desk, accountId, row)),
          total,
          request: query,
          url: `${baseUrl()}${PATH}`,
          parameters: { query: query.text },
        });
        return { status: 200, body };
      },
    }),
    route({
      method: 'POST',
      path: PATH,
      summary: 'Create a landing page',
      scope: ACCOUNT_SCOPE,
      body: newPage,
      doc: landingPageDocs.create,
      handle: async ({ principal: { accountId }, body }) => ({
        status: 201,
        body: shown(desk, accountId, await createPage(db, accountId, body)),
      }),
    }),
  ];
}

function objectRoutes(desk: Desk): Route[] {
  const { db } = desk;
  return [
    route({
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Get a landing page',
      scope: ACCOUNT_READ_SCOPES,
      doc: landingPageDocs.read,
      handle: async ({ principal: { accountId }, params }) => ({
        status: 200,
        body: shown(desk, accountId, await ownPage(db, accountId, objectIdOf(params['id']))),
      }),
    }),
    route({
      method: 'PATCH',
      path: `${PATH}/:id`,
      summary: 'Update or publish a landing page',
      scope: ACCOUNT_SCOPE,
      body: pageChange,
      doc: landingPageDocs.update,
      handle: async ({ principal: { accountId }, params, body }) => ({
        status: 200,
        body: shown(desk, accountId, await changePage(db, accountId, objectIdOf(params['id']), body)),
      }),
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Delete a landing page',
      scope: ACCOUNT_SCOPE,
      doc: landingPageDocs.remove,
      async handle({ principal: { accountId }, params }) {
        await removePage(db, accountId, objectIdOf(params['id']));
        return { status: 200, body: { message: 'The landing page was deleted.' } };
      },
    }),
  ];
}

function publicRoute({ baseUrl, db, formPartOf, previews }: Desk): Route {
  return route({
    method: 'GET',
    path: '/l/:slug',
    summary: 'Show a public landing page',
    scope: undefined,
    query: openedWith,
    async handle({ params, query }) {
      const { slug = '' } = params;
      const [found] = await pageAt(db, slug);
      if (!found) return noLandingPage();
      if (!found.is_published && !previews.isKeyOf(found.account_id, found.id, query.preview)) return noLandingPage();
      const form = await formPartOf(found.account_id, found.form_id);
      return landingPage(found, { form, baseUrl: baseUrl(), url: `${baseUrl()}/l/${slug}` });
    },
  });
}
