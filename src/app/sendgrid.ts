import type { Acceptor } from '../features/transactional/messages/index.ts';
import { createSendgridDialect, sendgridRoutes } from '../features/transactional/sendgrid/index.ts';
import type { Dialect } from '../http/dialect.ts';
import type { Route } from '../http/route.ts';
import type { Installation } from './installation.ts';
import { vendorPartsOf } from './vendors.ts';

/**
 * What clients of SendGrid's API speak to. Its routes are no part of our API document: what they take is that API's to describe, and
 * docs/sendgrid.md says what differs.
 */
export function sendgridOf(
  installation: Installation,
  acceptor: Acceptor,
  baseUrl: () => string,
): { readonly routes: readonly Route[]; readonly dialect: Dialect } {
  const routes = sendgridRoutes(vendorPartsOf(installation, acceptor, baseUrl));
  return { routes, dialect: createSendgridDialect(installation) };
}
