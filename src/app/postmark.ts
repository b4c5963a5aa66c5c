import type { Acceptor } from '../features/transactional/messages/index.ts';
import { createPostmarkDialect, postmarkRoutes } from '../features/transactional/postmark/index.ts';
import type { Dialect } from '../http/dialect.ts';
import type { Route } from '../http/route.ts';
import type { Installation } from './installation.ts';
import { vendorPartsOf } from './vendors.ts';

/**
 * What clients of Postmark's API speak to. Its routes are no part of our API document: what they take is that API's to describe, and
 * docs/postmark.md says what differs.
 */
export function postmarkOf(
  installation: Installation,
  acceptor: Acceptor,
  baseUrl: () => string,
): { readonly routes: readonly Route[]; readonly dialect: Dialect } {
  return {
    routes: postmarkRoutes(vendorPartsOf(installation, acceptor, baseUrl)),
    dialect: createPostmarkDialect(),
  };
}
