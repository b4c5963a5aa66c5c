import type { Sessions } from '../../../http/principal.ts';
import type { Route } from '../../../http/route.ts';
import { meRoutes } from './me-routes.ts';
import type { PeopleParts } from './parts.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { teamRoutes } from './team-routes.ts';

/** Returns all routes for users: sign-in, self-service, and the team of an account. */
export function peopleRoutes(parts: PeopleParts, sessions: Sessions): Route[] {
  return [...signInRoutes(parts, sessions), ...meRoutes(parts), ...teamRoutes(parts)];
}
