import type { DeletionParts } from '../features/tenants/deletion/index.ts';
import type { Installation } from './installation.ts';
import { createPersonMailer, signInAddress } from './people.ts';

/** Returns the dependencies for the deletion of accounts and users. */
export function deletionOf(installation: Installation): DeletionParts {
  const { config, db, log } = installation;
  return {
    db,
    log,
    graceDays: config.deletionGraceDays,
    mailAccount: signInAddress(config.sandboxDomain),
    sendMail: createPersonMailer(installation),
  };
}
