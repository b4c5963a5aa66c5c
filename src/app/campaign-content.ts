import {
  contentRoutes,
  createContent,
  createLinkAsker,
  dmarcPolicyOf,
  type CampaignContents,
  type ContentParts,
  type ContentRouteParts,
} from '../features/campaigns/campaign-content/index.ts';
import { missingValues } from '../features/campaigns/campaign-sending/index.ts';
import { createSenderDirectory, createTrackingHosts } from '../features/sending/domains/index.ts';
import { createMailingMaker } from '../features/sending/mailings/index.ts';
import { examineSupport } from '../features/transactional/message-views/index.ts';
import type { Route } from '../http/route.ts';
import { FILTER_PARTS } from './bulk.ts';
import { resolverOf } from './delivery.ts';
import type { Installation } from './installation.ts';
import { createLazyClient } from './outgoing.ts';
import { unsubscribeMailtoOf } from './subscriptions.ts';

/** Returns the dependencies for campaign content. */
export function contentPartsOf(installation: Installation, baseUrl: () => string): ContentParts {
  const { clock, config, db, html, vault } = installation;
  const { sandboxDomain } = config;
  const senders = createSenderDirectory({ db, vault, clock, sandboxDomain });
  const hosts = createTrackingHosts({ db, clock });
  return {
    db,
    clock,
    html,
    vault,
    baseUrl,
    senders,
    sandboxDomain,
    isLocal: config.delivery === 'inbox',
    trackingBase: async (accountId, domain) => hosts.trackingBaseOf(accountId, domain),
    unsubscribeHost: unsubscribeMailtoOf(installation),
  };
}

/** Creates the renderer for campaign content. */
export function contentsOf(installation: Installation, baseUrl: () => string): CampaignContents {
  return createContent(contentPartsOf(installation, baseUrl));
}

/** Returns the routes for campaign content. */
export function contentRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  return contentRoutes(contentRoutePartsOf(installation, baseUrl));
}

/** Returns the dependencies for previewing, testing and checking campaign content. */
export function contentRoutePartsOf(installation: Installation, baseUrl: () => string): ContentRouteParts {
  const { clock, config } = installation;
  const resolver = resolverOf(installation);
  return {
    ...contentPartsOf(installation, baseUrl),
    filterParts: FILTER_PARTS,
    makeMailing: createMailingMaker({ clock }),
    askLinks: createLinkAsker({
      clock,
      client: createLazyClient({ resolver, allowLoopback: config.allowLoopbackWebhooks }),
    }),
    examineSupport,
    missingValues: async (db, accountId, campaign, names) =>
      missingValues(db, accountId, campaign, names, { clock, filterParts: FILTER_PARTS }),
    dmarcPolicy: (domain) => dmarcPolicyOf(resolver, domain),
    blockedWords: config.campaignBlockedWords,
  };
}
