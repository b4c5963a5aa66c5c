import { createSenderDirectory, createTrackingHosts } from '../features/sending/domains/index.ts';
import { createMailingMaker } from '../features/sending/mailings/index.ts';
import type { Acceptor } from '../features/transactional/messages/index.ts';
import { createSurfaces, type RequireSurface, type VendorParts } from '../features/transactional/vendors/index.ts';
import { createTrackingSettings } from '../features/outcomes/transactional-tags/index.ts';
import { suppressedByHashOf } from './contact-privacy.ts';
import type { Installation } from './installation.ts';

/** What every surface for clients of another vendor works on. */
export function vendorPartsOf(
  installation: Installation,
  acceptor: Acceptor,
  baseUrl: () => string,
): VendorParts & { readonly requireSurface: RequireSurface } {
  const { clock, config, db, vault } = installation;
  const { sandboxDomain } = config;
  const hosts = createTrackingHosts({ db, clock });
  return {
    db,
    clock,
    acceptor,
    senders: createSenderDirectory({ db, vault, clock, sandboxDomain }),
    tracking: createTrackingSettings({ db, clock }),
    suppressedByHash: suppressedByHashOf(installation),
    sandboxDomain,
    makeMailing: createMailingMaker({ clock }),
    trackingBaseOf: async (accountId, domain) => (await hosts.trackingBaseOf(accountId, domain)) ?? baseUrl(),
    requireSurface: createSurfaces({ clock, db }),
  };
}
