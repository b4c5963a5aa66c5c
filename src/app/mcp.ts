import { requireTransactional } from '../features/tenants/accounts/index.ts';
import { createMcp, type Mcp } from '../features/transactional/mcp/index.ts';
import { mcpResourceMetadataUrl } from '../features/tenants/oauth/index.ts';
import { createSenderDirectory } from '../features/sending/domains/index.ts';
import { transactionalTools, type Acceptor } from '../features/transactional/messages/index.ts';
import { createTrackingSettings } from '../features/outcomes/transactional-tags/index.ts';
import { usageTools } from '../features/tenants/usage/index.ts';
import { isLoopbackAddress } from '../http/outgoing/addresses.ts';
import type { Tool } from '../http/tool.ts';
import { isTransactionalScope } from '../http/transactional-scopes.ts';
import { packageVersion } from './api-document.ts';
import type { Installation } from './installation.ts';

/** The Model Context Protocol of an installation, with the tools of every feature. */
export function mcpOf(installation: Installation, acceptor: Acceptor, baseUrl: () => string): Mcp {
  const { host } = installation.config;
  return createMcp({
    tools: allTools(installation, acceptor),
    baseUrl,
    isLoopback: host === 'localhost' || isLoopbackAddress(host),
    version: packageVersion(),
    tokenSource: { resourceMetadataUrl: () => mcpResourceMetadataUrl(baseUrl()) },
  });
}

function allTools({ clock, config, db, vault }: Installation, acceptor: Acceptor): Tool[] {
  const { sandboxDomain } = config;
  const senders = createSenderDirectory({ db, vault, clock, sandboxDomain });
  const tracking = createTrackingSettings({ db, clock });
  const tools = [
    ...transactionalTools({ db, clock, acceptor, senders, tracking, sandboxDomain }),
    ...usageTools({ db }),
  ];
  return tools.map((each) => (isTransactionalScope(each.scope) ? ofTransactionalAccounts(each) : each));
}

/** The tool, refused where transactional mail is not enabled, as its route is. */
function ofTransactionalAccounts(tool: Tool): Tool {
  return {
    ...tool,
    run: async (call, given) => {
      requireTransactional(call.principal.account);
      return tool.run(call, given);
    },
  };
}
