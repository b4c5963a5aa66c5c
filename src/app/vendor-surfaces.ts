import type { Acceptor } from '../features/transactional/messages/index.ts';
import { SES_DIALECTS } from '../features/transactional/ses/index.ts';
import type { SigningKeys } from '../features/tenants/access/index.ts';
import type { Dialect } from '../http/dialect.ts';
import type { Route } from '../http/route.ts';
import type { Installation } from './installation.ts';
import { mailgunOf } from './mailgun.ts';
import { sendgridOf } from './sendgrid.ts';
import { sesRoutesOf } from './ses.ts';

/** What clients of other vendors' APIs speak to, and how these are answered. */
export function vendorSurfacesOf(
  installation: Installation,
  acceptor: Acceptor,
  baseUrl: () => string,
  signingKeys: SigningKeys,
): { readonly routes: readonly Route[]; readonly dialects: readonly Dialect[] } {
  const mailgun = mailgunOf(installation, acceptor, baseUrl);
  const sendgrid = sendgridOf(installation, acceptor, baseUrl);
  return {
    routes: [...mailgun.routes, ...sendgrid.routes, ...sesRoutesOf(installation, acceptor, baseUrl, signingKeys)],
    // At the root Mailgun's has all paths that begin as SendGrid's do, but for those.
    dialects: [sendgrid.dialect, mailgun.dialect, ...SES_DIALECTS],
  };
}
