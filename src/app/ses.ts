import type { Acceptor } from '../features/transactional/messages/index.ts';
import { sesRoutes } from '../features/transactional/ses/index.ts';
import type { SigningKeys } from '../features/tenants/access/index.ts';
import type { Route } from '../http/route.ts';
import type { Installation } from './installation.ts';
import { vendorPartsOf } from './vendor-parts.ts';

/**
 * What clients of Amazon SES speak to. Its routes are no part of our API document: what they take is that API's to describe, and
 * docs/ses.md says what differs.
 */
export function sesRoutesOf(
  installation: Installation,
  acceptor: Acceptor,
  baseUrl: () => string,
  signingKeys: SigningKeys,
): readonly Route[] {
  return sesRoutes({ ...vendorPartsOf(installation, acceptor, baseUrl), signingKeys });
}
