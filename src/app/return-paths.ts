import { createReturnPathDirectory } from '../features/sending/domains/for-delivery.ts';
import { createReturnPaths, type ReturnPaths } from '../features/outcomes/return-paths/index.ts';
import type { Installation } from './installation.ts';

export function returnPathsOf({ clock, config, db, vault }: Installation): ReturnPaths {
  const domains = createReturnPathDirectory({ db, clock });
  return createReturnPaths({
    vault,
    returnPathDomain: (accountId, domain) => domains.returnPathDomain(accountId, domain),
    fallbackDomain: config.returnPathDomain,
  });
}
