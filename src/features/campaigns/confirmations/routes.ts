import { ACCOUNT_READ_SCOPES } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { confirmationDocs } from './route-docs.ts';
import { Refusal } from '../../../base/refusal.ts';
import { type CampaignParts, findCampaign, presentOne } from '../campaigns/index.ts';
import { figuresOf } from './confirm-queries.ts';
import { faultOf } from './fault.ts';
import { FIGURE_DAYS, MAX_COUNTED } from './limits.ts';
import { readConfirmationSettings } from './record.ts';
import type { ConfirmationParts } from './types.ts';

interface ConfirmationRouteParts extends Pick<ConfirmationParts, 'db' | 'localSender' | 'ready'> {
  readonly badgesOf: CampaignParts['badgesOf'];
}

/** Returns the route that shows the double opt-in status of an account. */
export function confirmationRoutes(parts: ConfirmationRouteParts): Route[] {
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

/**
 * Returns the double opt-in setting, the confirmation email, the reason why the email cannot be sent (if any), and the
 * counts.
 */
async function readDoubleOptIn(parts: ConfirmationRouteParts, accountId: number) {
  const { db } = parts;
  const { campaignId, isDouble } = await readConfirmationSettings(parts, accountId);
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

async function faultNow(
  { ready }: ConfirmationRouteParts,
  accountId: number,
  campaignId: number,
): Promise<string | null> {
  try {
    await ready(accountId, campaignId);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return faultOf(error);
    throw error;
  }
}
