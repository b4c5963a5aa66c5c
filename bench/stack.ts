import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureOwner } from '../src/app/first-start.ts';
import { openInstallation, type Installation } from '../src/app/installation.ts';
import { loadConfig } from '../src/base/config.ts';
import { migrate } from '../src/base/migrate.ts';
import { ensurePartitions } from '../src/base/partitions.ts';

/** A durable installation in a temporary directory, as a first start would make it. */
export async function openStack(
  environment: Readonly<Record<string, string>>,
): Promise<{ installation: Installation; key: string; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const key = `pr_${'bench'.repeat(8)}`;
  const full = { POSTRIDER_DATA: dataDir, POSTRIDER_API_KEY: key, POSTRIDER_LOG: 'error', PORT: '0', ...environment };
  const installation = await openInstallation(loadConfig(full), full, 'bench', undefined);
  await migrate(installation.db, { log: installation.log });
  await ensurePartitions(installation.db);
  await ensureOwner(installation);
  return {
    installation,
    key,
    async close() {
      await installation.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
