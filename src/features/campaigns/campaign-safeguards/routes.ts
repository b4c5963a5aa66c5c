import { objectIdOf } from '../../../http/account/object-id.ts';
import { mailFrameHeaders } from '../../../http/mail-frame.ts';
import { requireOperator, SCOPE } from '../../../http/operator.ts';
import { route, type Route } from '../../../http/route.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import {
  decideContent,
  frameContent,
  listStopped,
  listWaiting,
  readApproval,
  releaseCampaign,
  type DecideParts,
} from './decide.ts';
import { changeSafeguards, readOperatedSafeguards, type OperateParts } from './operate.ts';
import { foresee, type ForeseeParts } from './foresee.ts';
import { foreseeDoc } from './foresee-doc.ts';
import { firstWaveOf, waveDoc } from './wave-view.ts';
import { safeguardDocs } from './route-docs.ts';
import { contentDecisionRequest, contentFrameQuery, safeguardsChangeRequest, waitingQuery } from './schema.ts';
import { viewSafeguards } from './view.ts';

const OPERATOR = '/dashboard/operator';
const ACCOUNT = `${OPERATOR}/accounts/:id`;

/** Dependencies of the safeguard routes. */
export type SafeguardRouteParts = DecideParts &
  OperateParts &
  ForeseeParts & { readonly baseUrl: () => string; readonly html: HtmlWork };

/** Returns the routes for the safeguards of an account and for the operator. */
export function safeguardRoutes(parts: SafeguardRouteParts): Route[] {
  return [...viewRoutes(parts), ...waitingRoutes(parts), ...approvalRoutes(parts)];
}

function viewRoutes(parts: SafeguardRouteParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/campaign-safeguards',
      summary: 'Get campaign safeguards',
      scope: 'dashboard:read',
      doc: safeguardDocs.view,
      handle: async ({ principal }) => ({
        status: 200,
        body: await viewSafeguards(parts.db, parts, principal.accountId),
      }),
    }),
    route({
      method: 'GET',
      path: '/dashboard/campaigns/:id/safeguards',
      summary: 'Get the safeguards that apply to a campaign',
      scope: 'dashboard:read',
      doc: foreseeDoc,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await foresee(parts, principal.accountId, objectIdOf(params['id'])),
      }),
    }),
    route({
      method: 'GET',
      path: '/dashboard/campaigns/:id/first-wave',
      summary: 'Get the first wave of a campaign',
      scope: 'dashboard:read',
      doc: waveDoc,
      handle: async ({ params, principal }) => ({
        status: 200,
        body: await firstWaveOf(parts, principal.accountId, objectIdOf(params['id'])),
      }),
    }),
    route({
      method: 'GET',
      path: `${ACCOUNT}/campaign-safeguards`,
      summary: 'Get an account’s campaign safeguards',
      scope: SCOPE,
      doc: safeguardDocs.read,
      async handle({ principal, params }) {
        requireOperator(principal);
        return { status: 200, body: await readOperatedSafeguards(parts, objectIdOf(params['id'])) };
      },
    }),
    route({
      method: 'PATCH',
      path: `${ACCOUNT}/campaign-safeguards`,
      summary: 'Update an account’s campaign safeguards',
      scope: SCOPE,
      body: safeguardsChangeRequest,
      doc: safeguardDocs.change,
      async handle({ principal, params, body }) {
        requireOperator(principal);
        return { status: 200, body: await changeSafeguards(parts, principal, objectIdOf(params['id']), body) };
      },
    }),
  ];
}

function waitingRoutes(parts: SafeguardRouteParts): Route[] {
  return [
    route({
      method: 'GET',
      path: `${OPERATOR}/campaign-approvals`,
      summary: 'List pending content approvals',
      scope: SCOPE,
      query: waitingQuery,
      doc: safeguardDocs.waiting,
      async handle({ principal, query }) {
        requireOperator(principal);
        return { status: 200, body: await listWaiting(parts.db, query.after, query.limit) };
      },
    }),
    route({
      method: 'GET',
      path: `${OPERATOR}/campaign-stops`,
      summary: 'List stopped campaigns',
      scope: SCOPE,
      doc: safeguardDocs.stops,
      async handle({ principal }) {
        requireOperator(principal);
        return { status: 200, body: await listStopped(parts.db) };
      },
    }),
  ];
}

function approvalRoutes(parts: SafeguardRouteParts): Route[] {
  return [
    route({
      method: 'GET',
      path: `${ACCOUNT}/campaigns/:campaign_id/approval`,
      summary: 'Get content submitted for approval',
      scope: SCOPE,
      doc: safeguardDocs.content,
      async handle({ principal, params }) {
        requireOperator(principal);
        const [account, campaign] = [objectIdOf(params['id']), objectIdOf(params['campaign_id'])];
        return { status: 200, body: await readApproval(parts.db, account, campaign) };
      },
    }),
    route({
      method: 'GET',
      path: `${ACCOUNT}/campaigns/:campaign_id/approval/preview`,
      summary: 'Get submitted content for an iframe',
      scope: SCOPE,
      query: contentFrameQuery,
      doc: safeguardDocs.frame,
      async handle({ principal, params, query }) {
        requireOperator(principal);
        const [account, campaign] = [objectIdOf(params['id']), objectIdOf(params['campaign_id'])];
        const body = await frameContent(parts, account, campaign, query);
        return { status: 200, body, headers: mailFrameHeaders(query.images, parts.baseUrl()) };
      },
    }),
    route({
      method: 'POST',
      path: `${ACCOUNT}/campaigns/:campaign_id/approval`,
      summary: 'Approve or reject content',
      scope: SCOPE,
      body: contentDecisionRequest,
      doc: safeguardDocs.decide,
      async handle({ principal, params, body }) {
        requireOperator(principal);
        const [account, campaign] = [objectIdOf(params['id']), objectIdOf(params['campaign_id'])];
        return { status: 200, body: await decideContent(parts, principal, account, campaign, body) };
      },
    }),
    route({
      method: 'POST',
      path: `${ACCOUNT}/campaigns/:campaign_id/release`,
      summary: 'Release a stopped campaign',
      scope: SCOPE,
      doc: safeguardDocs.release,
      async handle({ principal, params }) {
        requireOperator(principal);
        await releaseCampaign(parts, principal, objectIdOf(params['id']), objectIdOf(params['campaign_id']));
        return { status: 200, body: { message: 'The campaign was released.' } };
      },
    }),
  ];
}
