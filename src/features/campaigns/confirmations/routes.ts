import { ACCOUNT_READ_SCOPES } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { confirmationDocs } from './route-docs.ts';
import { Refusal } from '../../../base/refusal.ts';
import { type CampaignParts, findCampaign, presentOne } from '../campaigns/index.ts';
import { figuresOf } from './confirm-queries.ts';
import { faultOf } from './fault.ts';
import { FIGURE_DAYS, MAX_COUNTED } from './limits.ts';
import { readStanding } from './record.ts';
import type { ConfirmationParts } from './types.ts';

/** What showing double opt-in needs. */
interface StandingParts extends Pick<ConfirmationParts, 'db' | 'localSender' | 'ready'> {
  readonly badgesOf: CampaignParts['badgesOf'];
}

/** The route of an account's double opt-in. */
export function confirmationRoutes(parts: StandingParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/double-opt-in',
      summary: 'Get the double opt-in status',
      scope: ACCOUNT_READ_SCOPES,
      doc: confirmationDocs.read,
      handle: async ({ principal }) => ({ status: 200, body: await readDoubleOptIn(parts, principal.accountId) }),
    }),
  ];
}

/** Whether an account asks those who sign up to confirm, its mail, what keeps that from being sent, and figures. */
async function readDoubleOptIn(parts: StandingParts, accountId: number) {
  const { db } = parts;
  const { campaignId, isDouble } = await readStanding(parts, accountId);
  const fault = await faultNow(parts, accountId, campaignId);
  const record = await findCampaign(db, accountId, campaignId);
  if (!record) throw new Error('Confirmation email not found');
  const [figures] = await figuresOf(db, accountId, FIGURE_DAYS, MAX_COUNTED);
  return {
    enabled: isDouble,
    campaign_id: campaignId,
    campaign: await presentOne(parts, accountId, record),
    fault,
    days: FIGURE_DAYS,
    asked: figures?.asked ?? 0,
    confirmed: figures?.confirmed ?? 0,
    waiting: figures?.waiting ?? 0,
  };
}

async function faultNow({ ready }: StandingParts, accountId: number, campaignId: number): Promise<string | null> {
  try {
    await ready(accountId, campaignId);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return faultOf(error);
    throw error;
  }
}
