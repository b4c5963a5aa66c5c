import { createAuthenticator, createLastUse } from '../features/tenants/access/index.ts';
import { requireTransactional } from '../features/tenants/accounts/index.ts';
import {
  createAccountDialect,
  createAccountGate,
  tokenRoutes,
  userRoutes,
} from '../features/tenants/account-api/index.ts';
import { domainRoutes } from '../features/sending/domains/index.ts';
import { MCP_PATH } from '../features/transactional/mcp/index.ts';
import { createRateLimiter } from '../features/tenants/usage/index.ts';
import type { Authenticate } from '../http/principal.ts';
import type { Route } from '../http/route.ts';
import type { HttpServerOptions } from '../http/server.ts';
import { isTransactionalScope } from '../http/transactional-scopes.ts';
import { domainPartsOf } from './domain-parts.ts';
import type { Installation } from './installation.ts';

/** Who is let in at the listener, and how the account API speaks. */
export interface Access extends Required<Pick<HttpServerOptions, 'admit' | 'permit'>> {
  /** Keys and personal access tokens. */
  readonly authenticate: Authenticate;
  readonly dialect: ReturnType<typeof createAccountDialect>;
  /** Resolves when the last uses of keys are written. */
  idle(): Promise<void>;
}

/** The gates of all APIs: rates of plans for keys, the account API's own for people, and what accounts may use. */
export function accessOf({ clock, db, log }: Installation, baseUrl: () => string): Access {
  const lastUse = createLastUse({ db, clock, log });
  const gate = createAccountGate({ db, clock, otherwise: createRateLimiter(db, clock) });
  return {
    authenticate: createAuthenticator(db, clock, (keyIds) => lastUse.note(keyIds)),
    admit: (principal, route) => gate.admit(principal, route),
    permit: async (principal, route) => {
      // Who is signed in still sees what was sent, and why no more is: it is programs that are told at each route.
      // Assistants are told by the tool that they call, in an answer that they understand.
      const isTold = principal.via !== 'session' && route.path !== MCP_PATH;
      if (isTold && isTransactionalScope(route.scope)) requireTransactional(principal.account);
      await gate.permit(principal, route);
    },
    dialect: createAccountDialect(baseUrl),
    idle: () => lastUse.idle(),
  };
}

/** The routes of the account API that stand on no other feature, and what the dashboard has beside them. */
export function accountRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  const { db } = installation;
  return [
    // There is no list of contacts yet: nobody has any.
    ...userRoutes({ db, countContacts: () => Promise.resolve(0) }),
    ...domainRoutes(domainPartsOf(installation), baseUrl),
    ...tokenRoutes({ db }),
  ];
}
