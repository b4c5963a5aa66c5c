import { statfs } from 'node:fs/promises';
import type { Database, Tx } from '../base/db.ts';
import { keyRoutes } from '../features/tenants/access/index.ts';
import { accountRoutes } from '../features/administration/account-settings/index.ts';
import { operatorRoutes } from '../features/administration/operator/index.ts';
import { inviteByOperator } from '../features/tenants/people/index.ts';
import { adapterRoutes } from '../features/compatibility/vendors/index.ts';
import type { Route } from '../http/route.ts';
import { packageVersion } from '../base/package-version.ts';
import { deletionOf } from './deletion.ts';
import { examineBackups } from './doctor/backups.ts';
import { examineHost } from './doctor/host.ts';
import { examineWork } from './doctor/work.ts';
import type { Installation } from './installation.ts';
import { createPersonMailer, createUserMailer } from './people.ts';

/**
 * Returns the routes for an account's keys and settings, and the operator's routes for managing accounts and the
 * installation.
 */
export function operatorRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  const { clock, config, dataDir, db, vault } = installation;
  const sendNotice = createUserMailer({ clock, config });
  const sendMail = createPersonMailer(installation);
  return [
    ...keyRoutes({ db, vault }),
    ...adapterRoutes({ db }),
    ...accountRoutes({
      db,
      clock,
      sendNotice,
      limits: {
        bouncePercent: config.pauseBouncePercent,
        complaintPercent: config.pauseComplaintPercent,
        minimumVolume: config.pauseMinimum,
      },
    }),
    ...operatorRoutes({
      db,
      clock,
      sendNotice,
      doubleOptIn: config.doubleOptIn,
      async inviteOwner(tx, { email, id }) {
        await inviteByOperator({ db: within(db, tx), sendMail, baseUrl }, id, { email, role: 'owner' });
      },
      deletion: deletionOf(installation),
      version: packageVersion(),
      nodeVersion: process.version,
      examine: async () => [
        ...(await examineHost(installation)),
        ...(await examineWork(installation)),
        ...(await examineBackups(installation)),
      ],
      diskSpace: () => diskSpaceOf(dataDir),
    }),
  ];
}

/**
 * Returns a database whose queries and transactions run in the given transaction, for code that starts its own
 * transactions.
 */
function within(db: Database, tx: Tx): Database {
  return { ...db, query: (asked, values) => tx.query(asked, values), transaction: async (work) => work(tx) };
}

/**
 * Returns the free and total space, in bytes, of the disk that contains a directory, or undefined if the directory
 * cannot be read.
 */
async function diskSpaceOf(directory: string): Promise<{ freeBytes: number; totalBytes: number } | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}
