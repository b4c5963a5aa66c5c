import type { Vault } from '../base/crypto.ts';
import type { Db, Tx } from '../base/db.ts';
import { StartupError } from '../base/startup-error.ts';
import { keepInstallationFact, replaceInstallationFact } from './queries.ts';

const FACT = 'secret_fingerprint';

/**
 * Keeps the fingerprint of the master secret at the first start and compares it ever after, so that a wrong secret is
 * noticed before a key is needed. A secret of before will do: until all is sealed anew, it is that of the database.
 * Throws StartupError when none of the known secrets is the database's.
 */
export async function requireSameSecret(db: Db, vault: Vault): Promise<void> {
  const [kept] = await keepInstallationFact(db, FACT, vault.fingerprint);
  if (kept && !vault.fingerprints.some((known) => known.equals(kept.value))) {
    throw new StartupError(
      'The master secret does not match this database.',
      'Set POSTRIDER_SECRET to the secret of the first start (file "secret" in its data directory), or of the last rotation. ' +
        'During a rotation, also set the previous secret in POSTRIDER_PREVIOUS_SECRETS.',
    );
  }
}

/** From now on the newest secret is the database's: processes that do not know it do not start any more. */
export async function adoptSecret(tx: Tx, vault: Vault): Promise<void> {
  await replaceInstallationFact(tx, FACT, vault.fingerprint);
}
