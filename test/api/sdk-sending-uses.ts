import type { Postrider } from '../../sdk/src/index.ts';
import type { TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { plantCampaign } from '../support/sent-campaigns.ts';
import { rowsOf } from '../support/planted-contacts.ts';

/**
 * Returns functions that call the operations for campaigns in progress, by operation ID. Each uses a separate account
 * and campaign.
 */
export function sendingUses(
  appOf: () => TestApp,
  clientOf: (token: string) => Postrider,
): Record<string, () => Promise<unknown>> {
  /** Creates a client and a campaign. The campaign has the given status, and its A/B test is still running. */
  async function inProgress(state: 'sending' | 'paused'): Promise<{ readonly client: Postrider; readonly id: number }> {
    const app = appOf();
    const { db } = app.installation;
    const accountId = (await app.newAccount()).account.id;
    const id = await plantCampaign(db, accountId, { state, next_at: null });
    await rowsOf(
      db,
      `insert into campaign_wave (account_id, campaign_id, wave_no, kind, mailing_id) values ($1, $2, 1, 'rest', gen_random_uuid())`,
      [accountId, id],
    );
    return { client: clientOf((await newPerson(app, accountId)).token), id };
  }

  return {
    async postCampaignsByIdPause() {
      const { client, id } = await inProgress('sending');
      await client.campaigns.pause(id);
    },
    async postCampaignsByIdResume() {
      const { client, id } = await inProgress('paused');
      await client.campaigns.resume(id);
    },
    async postCampaignsByIdCancel() {
      const { client, id } = await inProgress('sending');
      await client.campaigns.cancel(id);
    },
    async postCampaignsByIdWinner() {
      const { client, id } = await inProgress('paused');
      await client.campaigns.winner(id, { variant: 0 });
    },
  };
}
