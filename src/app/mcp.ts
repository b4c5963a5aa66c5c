import { audienceTools } from '../features/audience/audience-tools/index.ts';
import { requireTransactional } from '../features/tenants/accounts/index.ts';
import { createMcp, type Mcp } from '../features/transactional/mcp/index.ts';
import { mcpResourceMetadataUrl } from '../features/tenants/oauth/index.ts';
import { createSenderDirectory } from '../features/sending/domains/index.ts';
import { type Acceptor, transactionalTools } from '../features/transactional/messages/index.ts';
import { createTrackingSettings } from '../features/outcomes/transactional-tags/index.ts';
import { templateTools } from '../features/transactional/templates/index.ts';
import { usageTools } from '../features/tenants/usage/index.ts';
import { isLoopbackAddress } from '../http/outgoing/addresses.ts';
import type { Tool } from '../http/tool.ts';
import { isTransactionalScope } from '../http/transactional-scopes.ts';
import type { Access } from './account-api.ts';
import { packageVersion } from '../base/package-version.ts';
import { automationToolsOf } from './automations.ts';
import { FILTER_PARTS } from './bulk.ts';
import { suppressedByHashOf } from './contact-privacy.ts';
import { eventToolsOf } from './events.ts';
import { formToolsOf } from './forms.ts';
import type { Installation } from './installation.ts';
import { createChecker, previewCampaign, sendTest } from '../features/campaigns/campaign-content/index.ts';
import { campaignTools } from '../features/campaigns/campaign-tools/index.ts';
import { invalid } from '../base/refusal.ts';
import { type EmailAddress, isFault, parseAddress } from '../mail/address.ts';
import { contentRoutePartsOf } from './campaign-content.ts';
import { audienceSizeOf } from './campaign-sending.ts';
import { campaignMeansOf, campaignPartsOf } from './campaigns.ts';

/** Variant number of the original content. */
const OWN = 0;

/** Creates the Model Context Protocol server of an installation, with the tools of all features. */
export function mcpOf(
  installation: Installation,
  acceptor: Acceptor,
  access: Pick<Access, 'admitToAccount'>,
  baseUrl: () => string,
): Mcp {
  const { host } = installation.config;
  return createMcp({
    tools: [
      ...transactionalToolsOf(installation, acceptor),
      ...[
        ...audienceToolsOf(installation),
        ...campaignToolsOf(installation, baseUrl),
        ...templateTools(installation),
        ...formToolsOf(installation, baseUrl),
        ...automationToolsOf(installation),
        ...eventToolsOf(installation),
      ].map((each) => ofAccountCallers(each, access.admitToAccount)),
    ],
    baseUrl,
    isLoopback: host === 'localhost' || isLoopbackAddress(host),
    version: packageVersion(),
    tokenSource: { resourceMetadataUrl: () => mcpResourceMetadataUrl(baseUrl()) },
  });
}

function transactionalToolsOf(installation: Installation, acceptor: Acceptor): Tool[] {
  const { clock, config, db, vault } = installation;
  const { sandboxDomain } = config;
  const senders = createSenderDirectory({ db, vault, clock, sandboxDomain });
  const tracking = createTrackingSettings({ db, clock });
  const suppressedByHash = suppressedByHashOf(installation);
  const tools = [
    ...transactionalTools({ db, clock, acceptor, senders, tracking, suppressedByHash, sandboxDomain }),
    ...usageTools({ db }),
  ];
  return tools.map((each) => (isTransactionalScope(each.scope) ? ofTransactionalAccounts(each) : each));
}

function audienceToolsOf({ clock, config, db }: Installation): Tool[] {
  return audienceTools({ clock, db, filterParts: FILTER_PARTS, ceiling: config.bulkCeiling });
}

/** Wraps a tool so that its callers must meet the requirements of the account API's routes. */
function ofAccountCallers(tool: Tool, admit: Access['admitToAccount']): Tool {
  return {
    ...tool,
    run: async (call, given) => {
      // The MCP URL itself does not require access to the account API, so this is checked for each call.
      await admit(call.principal);
      return tool.run(call, given);
    },
  };
}

/** Wraps a tool so that calls are rejected if transactional email is not enabled, as on the tool's route. */
function ofTransactionalAccounts(tool: Tool): Tool {
  return {
    ...tool,
    run: async (call, given) => {
      requireTransactional(call.principal.account);
      return tool.run(call, given);
    },
  };
}

/** Returns the campaign tools for assistants. */
function campaignToolsOf(installation: Installation, baseUrl: () => string): Tool[] {
  const parts = contentRoutePartsOf(installation, baseUrl);
  const means = campaignMeansOf(installation, baseUrl);
  const check = createChecker(parts);
  return campaignTools({
    ...campaignPartsOf(installation, means),
    baseUrl,
    audienceSize: audienceSizeOf(installation),
    async costOf(db, accountId, recipients) {
      const { safeguards } = await means.safeguards.safeguardsOf(db, accountId);
      const quota = safeguards.find(({ safeguard, is_on: isOn }) => safeguard === 'monthly_quota' && isOn);
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
