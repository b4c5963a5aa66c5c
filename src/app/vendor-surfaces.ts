import type { Acceptor } from '../features/transactional/messages/index.ts';
import type { QuotaBoard } from '../features/tenants/usage/index.ts';
import type { Dialect } from '../http/dialect.ts';
import type { Route } from '../http/route.ts';
import { compatOf } from './compat.ts';
import type { Installation } from './installation.ts';
import { mailgunOf } from './mailgun.ts';
import { postmarkOf } from './postmark.ts';

/** What clients of other vendors' APIs speak to, each with errors in its own words. */
export function vendorSurfacesOf(
  installation: Installation,
  acceptor: Acceptor,
  board: QuotaBoard,
  baseUrl: () => string,
): { readonly routes: readonly Route[]; readonly dialects: readonly Dialect[] } {
  const surfaces = [
    compatOf(installation, acceptor, board),
    mailgunOf(installation, acceptor, baseUrl),
    postmarkOf(installation, acceptor, baseUrl),
  ];
  return { routes: surfaces.flatMap(({ routes }) => routes), dialects: surfaces.map(({ dialect }) => dialect) };
}
