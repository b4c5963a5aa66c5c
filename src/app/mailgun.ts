import type { Acceptor } from '../features/transactional/messages/index.ts';
import { createMailgunDialect, mailgunRoutes } from '../features/transactional/mailgun/index.ts';
import type { Dialect } from '../http/dialect.ts';
import type { Route } from '../http/route.ts';
import type { Installation } from './installation.ts';
import { vendorPartsOf } from './vendors.ts';

/**
 * What clients of Mailgun's API speak to. Its routes are no part of our API document: what they take is that API's to describe, and
 * docs/mailgun.md says what differs.
 */
export function mailgunOf(
  installation: Installation,
  acceptor: Acceptor,
  baseUrl: () => string,
): { readonly routes: readonly Route[]; readonly dialect: Dialect } {
  const { clock } = installation;
  const routes = mailgunRoutes({ ...vendorPartsOf(installation, acceptor, baseUrl), baseUrl });
  return { routes, dialect: createMailgunDialect({ clock }) };
}
