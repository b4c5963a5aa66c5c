import { Type } from 'typebox';
import { objectIdOf } from '../../../http/account/object-id.ts';
import { ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Route } from '../../../http/route.ts';
import {
  cancelCampaign,
  chooseWinner,
  pauseCampaign,
  resumeCampaign,
  type ControlParts,
  type Standing,
} from './control.ts';
import { laneRoutes } from './lane-routes.ts';
import type { LaneParts } from './lanes.ts';
import { reviewRoutes, type ReviewParts } from './review.ts';
import { presentStanding } from './present.ts';
import { sendingDocs } from './route-docs.ts';

const PATH = '/campaigns/:id';
const HIGHEST_VARIANT = 100;

const winnerBody = parserOf(
  Type.Object({
    variant: Type.Union([Type.Integer(), Type.String()], {
      description: 'Number of the variant. 0 is the campaign’s own content.',
    }),
  }),
  (given, fail) => {
    const variant = /^\d{1,3}$/.test(String(given.variant).trim()) ? Number(given.variant) : Number.NaN;
    if (!(variant <= HIGHEST_VARIANT)) fail('variant', 'must be the number of a variant.');
    return { variant };
  },
);

/** What people do to campaigns that are under way. */
export function sendingRoutes(parts: ControlParts & LaneParts & ReviewParts): Route[] {
  const move = (
    name: 'pause' | 'resume' | 'cancel',
    summary: string,
    act: (parts: ControlParts, accountId: number, id: number) => Promise<Standing>,
  ): Route =>
    route({
      method: 'POST',
      path: `${PATH}/${name}`,
      summary,
      scope: ACCOUNT_SCOPE,
      doc: sendingDocs[name],
      async handle({ principal, params }) {
        return { status: 200, body: presentStanding(await act(parts, principal.accountId, objectIdOf(params['id']))) };
      },
    });
  return [
    move('pause', 'Pause a campaign', pauseCampaign),
    move('resume', 'Resume a campaign', resumeCampaign),
    move('cancel', 'Cancel a campaign', cancelCampaign),
    route({
      method: 'POST',
      path: `${PATH}/winner`,
      summary: 'Choose the winning variant',
      scope: ACCOUNT_SCOPE,
      body: winnerBody,
      doc: sendingDocs.winner,
      async handle({ principal, params, body }) {
        const standing = await chooseWinner(parts, principal.accountId, objectIdOf(params['id']), body.variant);
        return { status: 200, body: presentStanding(standing) };
      },
    }),
    ...laneRoutes(parts),
    ...reviewRoutes(parts),
  ];
}
