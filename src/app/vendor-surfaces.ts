import type { Acceptor } from '../features/transactional/messages/index.ts';
import type { SigningKeys } from '../features/tenants/access/index.ts';
import type { QuotaBoard } from '../features/tenants/usage/index.ts';
import type { Dialect } from '../http/dialect.ts';
import type { Route } from '../http/route.ts';
import { createSendgridDialect, sendgridRoutes } from '../features/compatibility/sendgrid/index.ts';
import { createMailgunDialect, mailgunRoutes } from '../features/compatibility/mailgun/index.ts';
import { createPostmarkDialect, postmarkRoutes } from '../features/compatibility/postmark/index.ts';
import { SES_DIALECTS, sesRoutes } from '../features/compatibility/ses/index.ts';
import { compatOf } from './compat.ts';
import type { Installation } from './installation.ts';
import { vendorPartsOf } from './vendors.ts';

/**
 * What clients of other vendors' APIs speak to, each with errors in its own words. Their routes are no part of our API document:
 * what they take is their API's to describe, and docs/mailgun.md, postmark.md, sendgrid.md and ses.md say what differs.
 */
export function vendorSurfacesOf(
  installation: Installation,
  acceptor: Acceptor,
  board: QuotaBoard,
  baseUrl: () => string,
  signingKeys: SigningKeys,
): { readonly routes: readonly Route[]; readonly dialects: readonly Dialect[] } {
  const { clock, log } = installation;
  const parts = vendorPartsOf(installation, acceptor, baseUrl);
  const compat = compatOf(installation, acceptor, board);
  return {
    routes: [
      // At the root Mailgun's has all paths that begin as SendGrid's do, but for those.
      ...sendgridRoutes(parts),
      ...compat.routes,
      ...mailgunRoutes({ ...parts, baseUrl }),
      ...postmarkRoutes(parts),
      ...sesRoutes({ ...parts, signingKeys, log }),
    ],
    dialects: [
      createSendgridDialect(installation),
      compat.dialect,
      createMailgunDialect({ clock }),
      createPostmarkDialect(),
      ...SES_DIALECTS,
    ],
  };
}
