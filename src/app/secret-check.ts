import type { Vault } from '../base/crypto.ts';
import type { Db } from '../base/db.ts';
import { StartupError } from '../base/startup-error.ts';
import { keepInstallationFact } from './queries.ts';

/**
 * Keeps the fingerprint of the master secret at the first start and compares it ever after, so that a wrong secret is
 * noticed before a key is needed. Throws StartupError when they differ.
 */
export async function requireSameSecret(db: Db, vault: Vault): Promise<void> {
  const [kept] = await keepInstallationFact(db, 'secret_fingerprint', vault.fingerprint);
  if (kept && !kept.value.equals(vault.fingerprint)) {
    throw new StartupError(
      'The master secret is not the one that this database was made with.',
      'Set POSTRIDER_SECRET to the secret of the first start (file "secret" in its data directory).',
    );
  }
}
