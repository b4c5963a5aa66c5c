import type { Postrider } from '../../sdk/src/index.ts';
import type { TestApp } from '../support/app.ts';
import { newSender, plantCampaign } from '../support/campaign-contents.ts';

type Use = () => Promise<unknown>;

/** Returns functions that call the operations for previews, test emails, and checks of campaigns, by operation ID. */
export function contentUses(app: () => TestApp, clientOf: (token: string) => Postrider): Readonly<Record<string, Use>> {
  const planted = async () => {
    const sender = await newSender(app());
    const { id } = await plantCampaign(app(), sender, { html: '<p>Hello</p>' });
    return { id: String(id), client: clientOf(sender.ann.token), to: [sender.ann.email] };
  };
  return {
    async postCampaignsByIdPreview() {
      const { client, id } = await planted();
      return client.campaigns.preview(id, {});
    },
    async postCampaignsByIdTest() {
      const { client, id, to } = await planted();
      return client.campaigns.test(id, { to });
    },
    async getCampaignsByIdChecks() {
      const { client, id } = await planted();
      return client.campaigns.getChecks(id);
    },
  };
}
