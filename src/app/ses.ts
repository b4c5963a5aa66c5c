import type { Acceptor } from '../features/transactional/messages/index.ts';
import { SES_DIALECTS, sesRoutes } from '../features/transactional/ses/index.ts';
import type { SigningKeys } from '../features/tenants/access/index.ts';
import type { Dialect } from '../http/dialect.ts';
import type { Route } from '../http/route.ts';
import type { Installation } from './installation.ts';
import { vendorPartsOf } from './vendors.ts';

/**
 * What clients of Amazon SES speak to. Its routes are no part of our API document: what they take is that API's to describe, and
 * docs/ses.md says what differs.
 */
export function sesOf(
  installation: Installation,
  acceptor: Acceptor,
  baseUrl: () => string,
  signingKeys: SigningKeys,
): { readonly routes: readonly Route[]; readonly dialects: readonly Dialect[] } {
  const routes = sesRoutes({ ...vendorPartsOf(installation, acceptor, baseUrl), signingKeys });
  return { routes, dialects: SES_DIALECTS };
}
