import type { Job } from '../base/jobs.ts';
import { createSenderDirectory, createTrackingHosts } from '../features/sending/domains/index.ts';
import { createMailingMaker } from '../features/sending/mailings/index.ts';
import type { Acceptor } from '../features/transactional/messages/index.ts';
import { createMailgunDialect, mailgunRoutes } from '../features/transactional/mailgun/index.ts';
import { createSurfaces, purgeVendorMail } from '../features/transactional/vendors/index.ts';
import { createTrackingSettings } from '../features/outcomes/transactional-tags/index.ts';
import type { Dialect } from '../http/dialect.ts';
import type { Route } from '../http/route.ts';
import { suppressedByHashOf } from './contact-privacy.ts';
import type { Installation } from './installation.ts';

const PURGE_EVERY_MS = 10 * 60_000;

/**
 * What clients of Mailgun's API speak to. Its routes are no part of our API document: what they take is that API's to describe, and
 * docs/mailgun.md says what differs.
 */
export function mailgunOf(
  installation: Installation,
  acceptor: Acceptor,
  baseUrl: () => string,
): { readonly routes: readonly Route[]; readonly dialect: Dialect } {
  const { clock, config, db, vault } = installation;
  const { sandboxDomain } = config;
  const hosts = createTrackingHosts({ db, clock });
  const routes = mailgunRoutes({
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
    vault,
    urlPolicy: { allowLoopback: config.allowLoopbackWebhooks },
    baseUrl,
  });
  return { routes, dialect: createMailgunDialect({ clock }) };
}

/** What keeps the log of other vendors' clients. */
export function vendorJobs({ db }: Installation): Job[] {
  return [{ name: 'purge vendor mail', everyMs: PURGE_EVERY_MS, run: async () => purgeVendorMail(db) }];
}
