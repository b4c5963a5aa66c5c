import type { Route } from '../../../http/route.ts';
import { listRoutes } from './list-routes.ts';
import { lookRoutes } from './look-routes.ts';
import { BASES, PREFIX } from './paths.ts';
import type { PostmarkParts } from './route-parts.ts';
import { sendRoutes } from './send-routes.ts';
import { statisticRoutes } from './statistic-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** The routes for Postmark's clients, under a prefix and at the root. */
export function postmarkRoutes(parts: PostmarkParts): Route[] {
  return [
    ...BASES.flatMap((base) =>
      [sendRoutes, lookRoutes, statisticRoutes, listRoutes].flatMap((routesOf) => routesOf(parts, base)),
    ),
    // At the root the path is another API's.
    ...webhookRoutes(parts, PREFIX),
  ];
}
