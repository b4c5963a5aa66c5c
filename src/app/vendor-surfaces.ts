import type { Acceptor } from '../features/transactional/messages/index.ts';
import type { SigningKeys } from '../features/tenants/access/index.ts';
import type { QuotaBoard } from '../features/tenants/usage/index.ts';
import type { Dialect } from '../http/dialect.ts';
import type { Route } from '../http/route.ts';
import { compatOf } from './compat.ts';
import type { Installation } from './installation.ts';
import { mailgunOf } from './mailgun.ts';
import { postmarkOf } from './postmark.ts';
import { sendgridOf } from './sendgrid.ts';
import { sesOf } from './ses.ts';

/** What clients of other vendors' APIs speak to, each with errors in its own words. */
export function vendorSurfacesOf(
  installation: Installation,
  acceptor: Acceptor,
  board: QuotaBoard,
  baseUrl: () => string,
  signingKeys: SigningKeys,
): { readonly routes: readonly Route[]; readonly dialects: readonly Dialect[] } {
  // At the root Mailgun's has all paths that begin as SendGrid's do, but for those.
  const sendgrid = sendgridOf(installation, acceptor, baseUrl);
  const surfaces = [
    compatOf(installation, acceptor, board),
    mailgunOf(installation, acceptor, baseUrl),
    postmarkOf(installation, acceptor, baseUrl),
  ];
  const ses = sesOf(installation, acceptor, baseUrl, signingKeys);
  return {
    routes: [sendgrid, ...surfaces, ses].flatMap(({ routes }) => routes),
    dialects: [sendgrid.dialect, ...surfaces.map(({ dialect }) => dialect), ...ses.dialects],
  };
}
