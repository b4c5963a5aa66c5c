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

/** What callers of the account API's tools are held to: what holds for a route that changes something. */
const ACCOUNT_TOOLS = { scope: ACCOUNT_SCOPE };
/** Of an address for many tools each says for itself what it is held to. */
const ANY_TOOL = { scope: undefined };

/** Who is let in at the listener, and how the account API speaks. */
export interface Access extends Required<Pick<HttpServerOptions, 'admit' | 'permit'>> {
  /** Keys and personal access tokens. */
  readonly authenticate: Authenticate;
  /** Those who sign their requests. */
  readonly signingKeys: SigningKeys;
  readonly dialect: ReturnType<typeof createAccountDialect>;
  /** Holds the caller of a tool of the account API to what its routes hold them to; rejects like these. */
  admitToAccount(principal: Principal): Promise<void>;
  /** Resolves when the last uses of keys are written. */
  idle(): Promise<void>;
}

/** The gates of all APIs: rates of plans for keys, the account API's own for people, and what accounts may use. */
export function accessOf({ clock, db, log, vault }: Installation, baseUrl: () => string): Access {
  const lastUse = createLastUse({ db, clock, log });
  const gate = createAccountGate({ db, clock, otherwise: createRateLimiter(db, clock) });
  const callers = createCallers(db, clock, (keyIds) => lastUse.note(keyIds));
  return {
    authenticate: callers.ofKey,
    signingKeys: createSigningKeys({ db, clock, vault, callers }),
    admit: (principal, route) => gate.admit(principal, route.path === MCP_PATH ? ANY_TOOL : route),
    admitToAccount: async (principal) => {
      // Sessions were counted at the address already.
      if (principal.via !== 'session') await gate.admit(principal, ACCOUNT_TOOLS);
      await gate.permit(principal, ACCOUNT_TOOLS);
    },
    permit: async (principal, route) => {
      // Who is signed in still sees what was sent, and why no more is: it is programs that are told at each route.
      // Assistants are told by the tool that they call, in an answer that they understand.
      const isTold = principal.via !== 'session' && route.path !== MCP_PATH;
      if (isTold && isTransactionalScope(route.scope)) requireTransactional(principal.account);
      if (route.path !== MCP_PATH) await gate.permit(principal, route);
    },
    dialect: createAccountDialect(baseUrl),
    idle: () => lastUse.idle(),
  };
}

/** The routes of the account API, and what the dashboard has beside them. */
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
