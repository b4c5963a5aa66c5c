import { createCallers, createLastUse, createSigningKeys, type SigningKeys } from '../features/tenants/access/index.ts';
import { requireTransactional } from '../features/tenants/accounts/index.ts';
import {
  createAccountDialect,
  createAccountGate,
  tokenRoutes,
  userRoutes,
} from '../features/tenants/account-api/index.ts';
import { countContacts } from '../features/audience/contacts/index.ts';
import { pauseForDomain } from '../features/campaigns/campaign-sending/index.ts';
import { domainRoutes } from '../features/sending/domains/index.ts';
import { MCP_PATH } from '../features/transactional/mcp/index.ts';
import { createRateLimiter } from '../features/tenants/usage/index.ts';
import { ACCOUNT_SCOPE } from '../http/account/scopes.ts';
import type { Authenticate, Principal } from '../http/principal.ts';
import type { Route } from '../http/route.ts';
import type { HttpServerOptions } from '../http/server.ts';
import { isTransactionalScope } from '../http/transactional-scopes.ts';
import { domainPartsOf } from './domain-parts.ts';
import type { Installation } from './installation.ts';

/** Scope that callers of the account API's tools must have. */
const ACCOUNT_TOOLS = { scope: ACCOUNT_SCOPE };
/** The MCP URL itself requires no scope, because each of its tools requires one. */
const ANY_TOOL = { scope: undefined };

/** Access control of the HTTP server, and the error format of the account API. */
export interface Access extends Required<Pick<HttpServerOptions, 'admit' | 'permit'>> {
  /** Authenticates API keys and personal access tokens. */
  readonly authenticate: Authenticate;
  /** Loads the keys that clients use to sign their requests. */
  readonly signingKeys: SigningKeys;
  readonly dialect: ReturnType<typeof createAccountDialect>;
  /** Checks the caller of a tool as the account API's routes do, and rejects with the same errors. */
  admitToAccount(principal: Principal): Promise<void>;
  /** Waits until the pending last-used times of keys are written. */
  idle(): Promise<void>;
}

/** Creates the access control of all APIs: authentication, rate limits, and the features that accounts may use. */
export function accessOf({ clock, db, log, vault }: Installation, baseUrl: () => string): Access {
  const lastUse = createLastUse({ db, clock, log });
  const gate = createAccountGate({ db, clock, otherwise: createRateLimiter(db, clock) });
  const callers = createCallers(db, clock, (keyIds) => lastUse.note(keyIds));
  return {
    authenticate: callers.ofKey,
    signingKeys: createSigningKeys({ db, clock, vault, callers }),
    admit: (principal, route) => gate.admit(principal, route.path === MCP_PATH ? ANY_TOOL : route),
    admitToAccount: async (principal) => {
      // Requests with a session were already counted at the MCP URL.
      if (principal.via !== 'session') await gate.admit(principal, ACCOUNT_TOOLS);
      await gate.permit(principal, ACCOUNT_TOOLS);
    },
    permit: async (principal, route) => {
      // Only clients with a key or token are rejected here. Signed-in users can still view sent messages and the reason
      // why sending is disabled. For AI assistants, the MCP tool returns the error in a format that they understand.
      const isReported = principal.via !== 'session' && route.path !== MCP_PATH;
      if (isReported && isTransactionalScope(route.scope)) requireTransactional(principal.account);
      if (route.path !== MCP_PATH) await gate.permit(principal, route);
    },
    dialect: createAccountDialect(baseUrl),
    idle: () => lastUse.idle(),
  };
}

/** Returns the routes for the current user, sender domains, and access tokens. */
export function accountRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  const { db } = installation;
  return [
    ...userRoutes({ db, countContacts: (accountId) => countContacts(db, accountId) }),
    ...domainRoutes(
      {
        ...domainPartsOf(installation),
        onRemoved: async (accountId, name) => pauseForDomain(db, accountId, name),
      },
      baseUrl,
    ),
    ...tokenRoutes({ db }),
  ];
}
