import type { Route } from '../../../../http/route.ts';
import { COMPAT_PREFIX } from '../paths.ts';
import { broadcastRoutes } from './broadcast-routes.ts';
import { contactRoutes } from './contact-routes.ts';
import { domainRoutes } from './domains.ts';
import { eventRoutes } from './events.ts';
import { keyRoutes } from './keys.ts';
import type { AccountParts } from './parts.ts';
import { propertyRoutes } from './properties.ts';
import { segmentRoutes } from './segments.ts';
import { suppressionRoutes } from './suppressions.ts';
import { templateRoutes } from './templates.ts';
import { topicRoutes } from './topics.ts';
import { webhookRoutes } from './webhooks.ts';

const RESOURCES = [
  contactRoutes,
  segmentRoutes,
  propertyRoutes,
  topicRoutes,
  broadcastRoutes,
  templateRoutes,
  domainRoutes,
  webhookRoutes,
  keyRoutes,
  suppressionRoutes,
  eventRoutes,
];

/**
 * Returns the routes for the objects of an account. Most routes exist only under the prefix, because at the root, some of
 * their paths belong to Postrider's own API. Broadcasts are also available at the root, because the Go client drops the
 * path of its base URL when it creates, changes, and sends them.
 */
export function accountRoutes(parts: AccountParts): Route[] {
  return [...RESOURCES.flatMap((routesOf) => routesOf(parts, COMPAT_PREFIX)), ...broadcastRoutes(parts, '')];
}
