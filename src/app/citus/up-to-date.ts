import { migrate } from '../../base/migrate.ts';
import { ensurePartitions } from '../../base/partitions.ts';
import type { Installation } from '../installation.ts';
import { patiently } from '../patience.ts';
import { distribute, requireCitus, type Distributed } from './distribute.ts';

/**
 * Migrates the database, creates the partitions for the next few days and, on a cluster, distributes new tables. Safe
 * to repeat.
 */
export async function bringUpToDate(
  { db, log }: Pick<Installation, 'db' | 'log'>,
  isCluster: boolean,
): Promise<{ readonly applied: readonly string[]; readonly distributed?: Distributed }> {
  if (isCluster) await patiently(log, () => requireCitus(db));
  const { applied } = await patiently(log, () => migrate(db, { log }));
  // Distribute tables before their partitions are created. Otherwise, each partition would be distributed separately.
  const distributed = isCluster ? await patiently(log, () => distribute(db)) : undefined;
  await patiently(log, () => ensurePartitions(db));
  return distributed ? { applied, distributed } : { applied };
}
