import type { Route } from '../../../../http/route.ts';
import { COMPAT_PREFIX } from '../paths.ts';
import { contactRoutes } from './contact-routes.ts';
import type { AccountParts } from './parts.ts';
import { propertyRoutes } from './properties.ts';
import { segmentRoutes } from './segments.ts';

/**
 * Returns the routes for the audience of an account. They exist only under the prefix, because some of their paths
 * belong to Postrider's own API at the root.
 */
export function accountRoutes(parts: AccountParts): Route[] {
  return [contactRoutes, segmentRoutes, propertyRoutes].flatMap((routesOf) => routesOf(parts, COMPAT_PREFIX));
}
