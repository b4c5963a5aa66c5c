import { listingQuery } from '../../../http/account/listing-query.ts';
import { ifMatchOf } from '../../../http/account/if-match.ts';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { createRoute, deleteRoute, duplicateRoute, readRoute } from '../../../http/resource/routes.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { brandDraftRoutes } from './brand-drafts.ts';
import { cloneCampaign, duplicateCampaign } from './clone.ts';
import { changeCampaign, createCampaign, deleteCampaign, ownCampaign } from './drafts.ts';
import { MAX_BODY_BYTES } from './limits.ts';
import { pageOfCampaigns } from './listing.ts';
import type { CampaignParts } from './parts.ts';
import { presentOne } from './present.ts';
import { CAMPAIGN, cloneRequest, type CampaignRow } from './resource.ts';
import { campaignDocs, DRAFT, SAFEGUARDS } from './route-docs.ts';

import { sendCampaign } from './send.ts';

const PATH = '/campaigns';

/** Dependencies of the campaign routes. */
export interface CampaignRouteParts extends CampaignParts {
  readonly baseUrl: () => string;
}

const OF = { path: PATH, group: 'Campaigns', one: 'campaign', many: 'campaigns', answer: CAMPAIGN };

/** Returns the account API routes that list, edit, schedule, send, and clone campaigns. */
export function campaignRoutes(parts: CampaignRouteParts): Route[] {
  return [...draftRoutes(parts), ...moveRoutes(parts), ...brandDraftRoutes(parts)];
}

function draftRoutes(parts: CampaignRouteParts): Route[] {
  const { excluded_contact_tags, from_email, from_name, html, lists, subject, title } = CAMPAIGN.example;
  return [
    listCampaigns(parts),
    createRoute(OF, {
      description:
        'Creates a draft, or a scheduled campaign if `scheduled_at` is given. ' +
        `A scheduled campaign requires an audience (lists, tags, or segments), valid content, and a verified sender. A rejected request creates nothing. ${SAFEGUARDS}`,
      problems: ['forbidden'],
      bodyLimitBytes: MAX_BODY_BYTES,
      body: CAMPAIGN.created,
      example: { title, subject, html, from_name, from_email, lists, excluded_contact_tags },
      answer: DRAFT,
      run: async (principal, body) =>
        presentOne(parts, principal.accountId, await createCampaign(parts, principal, body)),
    }),
    readRoute(OF, async (accountId, id) => presentOne(parts, accountId, await ownCampaign(parts.db, accountId, id))),
    updateCampaign(parts),
    deleteRoute(OF, {
      summary: 'Delete a campaign draft',
      description: 'Deletes a draft. Other campaigns cannot be deleted.',
      problems: ['forbidden', 'conflict'],
      run: async (principal, id) => deleteCampaign(parts, principal, id),
    }),
    duplicateRoute(OF, {
      description:
        'Creates a draft with the content, variants, sender, audience, and settings of a campaign in any status. The copy is not scheduled. If the campaign was created with `resend`, the copy has no audience. You can also use the ID of an automation email. In this case, the copy is a campaign without an audience.',
      answer: { ...DRAFT, id: 10, title: 'Copy of November' },
      run: async (principal, id) =>
        presentOne(parts, principal.accountId, await duplicateCampaign(parts, principal, id)),
    }),
  ];
}

function listCampaigns(parts: CampaignRouteParts): Route {
  return route({
    method: 'GET',
    path: PATH,
    summary: 'List campaigns',
    scope: ACCOUNT_READ_SCOPES,
    query: listingQuery(),
    doc: campaignDocs.list,
    handle: async ({ principal, query }) =>
      pageOfCampaigns(parts, principal.accountId, query, `${parts.baseUrl()}${PATH}`),
  });
}

function updateCampaign(parts: CampaignRouteParts): Route {
  return route({
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Update a campaign',
    scope: ACCOUNT_SCOPE,
    bodyLimitBytes: MAX_BODY_BYTES,
    body: CAMPAIGN.changed,
    doc: campaignDocs.update,
    async handle({ headers, principal, params, body }) {
      const seenAt = ifMatchOf(headers['if-match']);
      const changed = await changeCampaign(parts, principal, objectIdOf(params['id']), body, seenAt);
      return reply(parts, principal.accountId, 200, changed);
    },
  });
}

function moveRoutes(parts: CampaignRouteParts): Route[] {
  return [
    route({
      method: 'POST',
      path: `${PATH}/:id/send`,
      summary: 'Send a campaign now',
      scope: ACCOUNT_SCOPE,
      doc: campaignDocs.send,
      handle: async ({ principal, params }) =>
        reply(parts, principal.accountId, 200, await sendCampaign(parts, principal, objectIdOf(params['id']))),
    }),
    route({
      method: 'POST',
      path: `${PATH}/:id/resend`,
      summary: 'Clone a campaign for some of its recipients',
      scope: ACCOUNT_SCOPE,
      body: cloneRequest,
      doc: campaignDocs.resend,
      async handle({ principal, params, body }) {
        const clone = await cloneCampaign(parts, principal, objectIdOf(params['id']), body);
        return reply(parts, principal.accountId, 201, clone);
      },
    }),
  ];
}

async function reply(parts: CampaignRouteParts, accountId: number, status: number, row: CampaignRow): Promise<Reply> {
  return { status, body: await presentOne(parts, accountId, row) };
}
