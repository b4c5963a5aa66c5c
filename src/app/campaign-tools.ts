import { createChecker, previewCampaign, sendTest } from '../features/campaigns/campaign-content/index.ts';
import { campaignTools } from '../features/campaigns/campaign-tools/index.ts';
import { invalid } from '../base/refusal.ts';
import type { Tool } from '../http/tool.ts';
import { isFault, parseAddress, type EmailAddress } from '../mail/address.ts';
import { contentRoutePartsOf } from './campaign-content.ts';
import { audienceSizeOf } from './campaign-sending.ts';
import { campaignMeansOf, campaignPartsOf } from './campaigns.ts';
import type { Installation } from './installation.ts';

/** A content as its author gave it: variants are tried in the dashboard. */
const OWN = 0;

/** What assistants may do with campaigns. */
export function campaignToolsOf(installation: Installation, baseUrl: () => string): Tool[] {
  const parts = contentRoutePartsOf(installation, baseUrl);
  const means = campaignMeansOf(installation, baseUrl);
  const check = createChecker(parts);
  return campaignTools({
    ...campaignPartsOf(installation, means),
    audienceSize: audienceSizeOf(installation),
    async costOf(db, accountId, recipients) {
      const { gates } = await means.gates.gatesOf(db, accountId);
      const quota = gates.find(({ gate, is_on: isOn }) => gate === 'monthly_quota' && isOn);
      const mails = `${recipients.toLocaleString('en-US')} campaign ${recipients === 1 ? 'email' : 'emails'}`;
      return quota ? `${mails} of the plan’s ${quota.limits['mails']} per month` : `${mails}, without a limit`;
    },
    check: async (_db, accountId, campaign) => (await check(accountId, campaign, OWN)).findings,
    preview: async (_db, accountId, campaign, contactId) =>
      previewCampaign(parts, accountId, campaign, { contactId, variant: OWN }),
    async sendTest({ accountId }, campaign, to) {
      await sendTest(parts, accountId, campaign, { contactId: undefined, variant: OWN, to: to.map(addressOf) });
    },
  });
}

function addressOf(given: string): EmailAddress {
  const address = parseAddress(given.trim());
  if (isFault(address)) throw invalid({ to: [address.fault] });
  return address;
}
