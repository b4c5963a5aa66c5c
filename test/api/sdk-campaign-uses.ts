import type { Database } from '../../src/base/db.ts';
import type { Postrider } from '../../sdk/src/index.ts';
import { rowsOf } from '../support/planted-contacts.ts';

/** A client with a separate account, and access to the data of this account. */
export interface CampaignUser {
  readonly client: Postrider;
  readonly accountId: number;
  /** Verified domain from which campaigns can be sent. */
  readonly domain: string;
  readonly db: Database;
}

type Use = (user: CampaignUser) => Promise<unknown>;

async function newCampaign({ client, domain }: CampaignUser): Promise<number> {
  const { id: list } = await client.lists.create({ name: 'News' });
  const content = { title: 'November', subject: 'What is new', html: '<p>Hello</p>' };
  const sender = { from_name: 'Acme', from_email: `news@${domain}` };
  return (await client.campaigns.create({ ...content, ...sender, lists: [list] })).id;
}

async function newSentCampaign(user: CampaignUser): Promise<number> {
  const id = await newCampaign(user);
  await rowsOf(user.db, `update campaign set state = 'sent', sent_at = now() where account_id = $1`, [user.accountId]);
  return id;
}

/** Functions that call the operations for campaigns and their results, by operation ID. */
const USES: Readonly<Record<string, Use>> = {
  getCampaigns: ({ client }) => client.campaigns.list(),
  postCampaigns: newCampaign,
  getCampaignsById: async (user) => user.client.campaigns.get(await newCampaign(user)),
  patchCampaignsById: async (user) => user.client.campaigns.update(await newCampaign(user), { preview_text: null }),
  deleteCampaignsById: async (user) => user.client.campaigns.delete(await newCampaign(user)),
  postCampaignsByIdDuplicate: async (user) => user.client.campaigns.duplicate(await newSentCampaign(user)),
  postCampaignsByIdSend: async (user) => user.client.campaigns.send(await newCampaign(user)),
  postCampaignsByIdResend: async (user) =>
    user.client.campaigns.resend(await newSentCampaign(user), { audience: 'non_openers' }),
  getCampaignsByIdStats: async (user) =>
    user.client.campaigns.getStats(await newCampaign(user), { include_link_stats: true, link_limit: 10 }),
  getCampaignsByIdEngagement: async (user) =>
    user.client.campaigns.listEngagement(await newCampaign(user), { type: 'openers' }),
  getCampaignsByIdOverTime: async (user) => user.client.campaigns.getOverTime(await newCampaign(user)),
};

/** Returns the SDK calls by operation ID. Each call uses a new user. */
export function campaignUses(newUser: () => Promise<CampaignUser>): Record<string, () => Promise<unknown>> {
  return Object.fromEntries(Object.entries(USES).map(([id, use]) => [id, async () => use(await newUser())]));
}
