import { compatRoutes, createCompatDialect } from '../features/compatibility/resend/index.ts';
import { createSenderDirectory } from '../features/sending/domains/index.ts';
import type { Acceptor } from '../features/transactional/messages/index.ts';
import { createTrackingSettings } from '../features/outcomes/transactional-tags/index.ts';
import type { QuotaBoard } from '../features/tenants/usage/index.ts';
import type { Dialect } from '../http/dialect.ts';
import type { Route } from '../http/route.ts';
import { suppressedByHashOf } from './contact-privacy.ts';
import type { Installation } from './installation.ts';

/**
 * Creates the adapter for clients of another vendor's API. Our API document leaves its routes out, because that API has
 * its own documentation; docs/migration.md lists the differences.
 */
export function compatOf(
  installation: Installation,
  acceptor: Acceptor,
  board: QuotaBoard,
): { readonly routes: readonly Route[]; readonly dialect: Dialect } {
  const { clock, config, db, html, vault } = installation;
  const { compatSandboxDomains, sandboxDomain } = config;
  return {
    routes: compatRoutes({
      db,
      html,
      clock,
      acceptor,
      senders: createSenderDirectory({ db, vault, clock, sandboxDomain }),
      tracking: createTrackingSettings({ db, clock }),
      suppressedByHash: suppressedByHashOf(installation),
      sandboxDomain,
      sandboxAliases: compatSandboxDomains,
    }),
    dialect: createCompatDialect({ used: (principal) => board.used(principal) }),
  };
}
