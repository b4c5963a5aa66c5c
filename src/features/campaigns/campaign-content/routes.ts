import { objectIdOf, ownObject } from '../../../http/account/object-id.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { mailFrameHeaders } from '../../../http/mail-frame.ts';
import { previewOfText } from '../../../mail/preview.ts';
import { findCampaign, type CampaignRow } from '../campaigns/index.ts';
import { createChecker, type CheckParts } from './check.ts';
import { linkMapPage } from './link-map.ts';
import { previewCampaign } from './preview.ts';
import { campaignAnywhere } from './queries.ts';
import { contentDocs } from './route-docs.ts';
import { checksQuery, framedRequest, linkMapRequest, previewRequest, testRequest } from './schema.ts';
import { sendTest, type TestParts } from './test-send.ts';
import { renderMail, renderNoMail } from './view-page.ts';
import { createViewer } from './view.ts';

/** Dependencies of the content routes. */
export interface ContentRouteParts extends CheckParts, TestParts {}

/** Returns the routes for the preview, test emails, and checks of a campaign, and for the public page of an email. */
export function contentRoutes(parts: ContentRouteParts): Route[] {
  const check = createChecker(parts);
  const own = (accountId: number, id: string | undefined): Promise<CampaignRow> => ownCampaign(parts, accountId, id);
  return [
    route({
      method: 'POST',
      path: '/campaigns/:id/preview',
      summary: 'Preview a campaign',
      scope: ACCOUNT_READ_SCOPES,
      body: previewRequest,
      doc: contentDocs.preview,
      handle: async ({ body, params, principal: { accountId } }) => ({
        status: 200,
        body: await previewCampaign(parts, accountId, await own(accountId, params['id']), body),
      }),
    }),
    route({
      method: 'POST',
      path: '/campaigns/:id/test',
      summary: 'Send a test email',
      scope: ACCOUNT_SCOPE,
      body: testRequest,
      doc: contentDocs.test,
      handle: async ({ body, params, principal: { accountId } }) => ({
        status: 202,
        body: await sendTest(parts, accountId, await own(accountId, params['id']), body),
      }),
    }),
    route({
      method: 'GET',
      path: '/campaigns/:id/checks',
      summary: 'Check a campaign',
      scope: ACCOUNT_READ_SCOPES,
      query: checksQuery,
      doc: contentDocs.checks,
      handle: async ({ params, principal: { accountId }, query: { variant } }) => ({
        status: 200,
        body: await check(accountId, await own(accountId, params['id']), variant),
      }),
    }),
    framedRoute(parts),
    linkMapRoute(parts),
    viewRoute(parts),
  ];
}

function framedRoute(parts: ContentRouteParts): Route {
  return route({
    method: 'GET',
    path: '/dashboard/campaigns/:id/preview',
    summary: 'Get a campaign preview for an iframe',
    scope: 'dashboard:read',
    query: framedRequest,
    doc: contentDocs.framed,
    async handle({ params, principal: { accountId }, query: { images, isText, mode, ...asked } }) {
      const campaign = await ownCampaign(parts, accountId, params['id']);
      const { html, text } = await previewCampaign(parts, accountId, campaign, asked);
      const body =
        html === null || isText ? previewOfText(text, mode) : await parts.html.run(accountId, 'frameHtml', html, mode);
      return { status: 200, body, headers: mailFrameHeaders(images, parts.baseUrl()) };
    },
  });
}

function linkMapRoute(parts: ContentRouteParts): Route {
  return route({
    method: 'GET',
    path: '/dashboard/campaigns/:id/link-map',
    summary: 'Get the link map of a campaign',
    scope: 'dashboard:read',
    query: linkMapRequest,
    doc: contentDocs.linkMap,
    async handle({ params, principal: { accountId }, query: { images, mode, variant } }) {
      const campaign = await ownCampaign(parts, accountId, params['id']);
      const body = await linkMapPage(parts, accountId, campaign, { mode, variant });
      return { status: 200, body, headers: mailFrameHeaders(images, parts.baseUrl()) };
    },
  });
}

function viewRoute(parts: ContentRouteParts): Route {
  const view = createViewer(parts);
  return route({
    method: 'GET',
    path: '/view/:token',
    summary: 'View a campaign email in a browser',
    scope: undefined,
    async handle({ headers, params }) {
      const mail = await view(params['token'] ?? '');
      const acceptLanguage = headers['accept-language'];
      return mail ? renderMail(parts.html, mail.accountId, mail, acceptLanguage) : renderNoMail(acceptLanguage);
    },
  });
}

async function ownCampaign(
  { db }: ContentRouteParts,
  accountId: number,
  given: string | undefined,
): Promise<CampaignRow> {
  const id = objectIdOf(given);
  return ownObject(await findCampaign(db, accountId, id), () => campaignAnywhere(db, id));
}
