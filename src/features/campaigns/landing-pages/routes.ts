import { Type } from 'typebox';
import type { Vault } from '../../../base/crypto.ts';
import type { Database } from '../../../base/db.ts';
import { searchQuery } from '../../../http/account/listing-query.ts';
import { parserOf } from '../../../http/parser.ts';
import { createRoute, deleteRoute, listRoute, readRoute, updateRoute } from '../../../http/resource/routes.ts';
import { findPage, ownRow } from '../../../http/resource/rows.ts';
import { textsFor } from '../../../http/pages/theme.ts';
import { route, type Route } from '../../../http/route.ts';
import type { FormPartOf } from '../forms/index.ts';
import { imagePath } from '../images/index.ts';
import { MAX_TITLE_CHARACTERS } from './limits.ts';
import { changePage, createPage, removePage } from './pages.ts';
import { createPreviews, type Previews } from './previews.ts';
import { pageAt, pages } from './queries.ts';
import { LANDING_PAGE, type PageRow, type PresentedPage } from './resource.ts';
import { landingPage, noLandingPage } from './show.ts';

/** Dependencies of the landing page routes. */
export interface LandingPageParts {
  readonly db: Database;
  readonly vault: Vault;
  readonly baseUrl: () => string;
  readonly formPartOf: FormPartOf;
}

interface Desk extends LandingPageParts {
  readonly previews: Previews;
}

const OF = {
  path: '/landing-pages',
  group: 'Landing pages',
  isAddition: true,
  one: 'landing page',
  many: 'landing pages',
  answer: LANDING_PAGE,
} as const;

/** Returns the account API routes for landing pages, and the route of the public page. */
export function landingPageRoutes(parts: LandingPageParts): Route[] {
  const desk = { ...parts, previews: createPreviews(parts.vault) };
  return [...accountRoutes(desk), publicRoute(desk)];
}

function accountRoutes(desk: Desk): Route[] {
  const { baseUrl, db } = desk;
  const { form_id, image_alt, image_id, text, title } = LANDING_PAGE.example;
  return [
    listRoute(OF, {
      description: 'Returns landing pages, newest first, 100 per page.',
      query: searchQuery('title', MAX_TITLE_CHARACTERS),
      baseUrl,
      async find(accountId, query) {
        const { rows, total } = await findPage(pages, db, accountId, query);
        return { total, data: rows.map((row) => present(desk, accountId, row)) };
      },
    }),
    createRoute(OF, {
      description: 'Creates a landing page. The page is not public until you publish it.',
      problems: ['conflict'],
      body: LANDING_PAGE.created,
      example: { title, form_id, text, image_id, image_alt },
      run: async ({ accountId }, body) => present(desk, accountId, await createPage(db, accountId, body)),
    }),
    readRoute(OF, async (accountId, id) => present(desk, accountId, await ownRow(pages, db, accountId, id))),
    updateRoute(OF, {
      summary: 'Update or publish a landing page',
      description: 'Omitted fields stay unchanged. After you change `slug`, links to the old URL no longer work.',
      body: LANDING_PAGE.changed,
      example: { is_published: true },
      run: async ({ accountId }, id, body) => present(desk, accountId, await changePage(db, accountId, id, body)),
    }),
    deleteRoute(OF, {
      description: 'Deletes a landing page. The form and the image of the page are kept.',
      run: async ({ accountId }, id) => removePage(db, accountId, id),
    }),
  ];
}

function present({ baseUrl, previews }: Desk, user_id: number, row: PageRow): PresentedPage {
  const { image_hash: hash, image_id: imageId } = row;
  const url = `${baseUrl()}/l/${row.slug}`;
  return LANDING_PAGE.present(row, {
    user_id,
    image_url: imageId === null || hash === null ? null : `${baseUrl()}${imagePath({ id: imageId, hash })}`,
    url,
    preview_url: `${url}?preview=${previews.keyOf(user_id, row.id)}`,
  });
}

/** Parses the query of a landing page. Invalid values are ignored, because a visitor cannot fix a bad link. */
const openedWith = parserOf(Type.Record(Type.String(), Type.Unknown()), (given) => ({
  preview: typeof given['preview'] === 'string' ? given['preview'] : undefined,
}));

function publicRoute({ baseUrl, db, formPartOf, previews }: Desk): Route {
  return route({
    method: 'GET',
    path: '/l/:slug',
    summary: 'Show a public landing page',
    scope: undefined,
    query: openedWith,
    async handle({ headers, params, query }) {
      const { slug = '' } = params;
      const acceptLanguage = headers['accept-language'];
      const [found] = await pageAt(db, slug);
      if (!found) return noLandingPage(acceptLanguage);
      if (!found.is_published && !previews.isKeyOf(found.account_id, found.id, query.preview))
        return noLandingPage(acceptLanguage);
      const form = await formPartOf(found.account_id, found.form_id, acceptLanguage);
      const texts = form?.texts ?? textsFor(found.own_texts, found.language);
      return landingPage(found, { form, texts, baseUrl: baseUrl(), url: `${baseUrl()}/l/${slug}` });
    },
  });
}
