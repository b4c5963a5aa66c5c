import type { Job } from '../base/jobs.ts';
import { createDrainDirectory } from '../features/sending/delivery/index.ts';
import { createSenderDirectory, createTrackingHosts } from '../features/sending/domains/index.ts';
import { createMailingMaker } from '../features/sending/mailings/index.ts';
import type { Acceptor } from '../features/transactional/messages/index.ts';
import {
  createAdapters,
  createFindReasons,
  purgeVendorMail,
  type HookParts,
  type RequireAdapter,
  type VendorParts,
} from '../features/compatibility/vendors/index.ts';
import { createUnsubscribeLinks } from '../features/compatibility/unsubscribes/index.ts';
import { createTrackingSettings } from '../features/outcomes/transactional-tags/index.ts';
import { suppressedByHashOf } from './contact-privacy.ts';
import { createDrainGate } from './drained.ts';
import type { Installation } from './installation.ts';

const PURGE_EVERY_MS = 10 * 60_000;

/** Returns the dependencies that the adapters for other vendors' APIs share. */
export function vendorPartsOf(
  installation: Installation,
  acceptor: Acceptor,
  baseUrl: () => string,
): VendorParts & HookParts & { readonly requireAdapter: RequireAdapter } {
  const { clock, config, db, html, vault } = installation;
  const { sandboxDomain } = config;
  const hosts = createTrackingHosts({ db, clock });
  return {
    db,
    clock,
    html,
    acceptor,
    vault,
    senders: createSenderDirectory({ db, vault, clock, sandboxDomain }),
    tracking: createTrackingSettings({ db, clock }),
    suppressedByHash: suppressedByHashOf(installation),
    findReasons: createFindReasons(db),
    sandboxDomain,
    makeMailing: createMailingMaker({ clock }),
    requireOpen: createDrainGate(createDrainDirectory({ clock, db }), clock),
    trackingBaseOf: async (accountId, domain) => (await hosts.trackingBaseOf(accountId, domain)) ?? baseUrl(),
    unsubscribeLinks: createUnsubscribeLinks(vault),
    requireAdapter: createAdapters({ clock, db }),
    urlPolicy: { allowLoopback: config.allowLoopbackWebhooks },
  };
}

/** Returns the job that deletes old records of the adapters. */
export function vendorJobs({ clock, db }: Installation): Job[] {
  return [
    { name: 'purge vendor API records', everyMs: PURGE_EVERY_MS, run: async () => purgeVendorMail({ clock, db }) },
  ];
}
