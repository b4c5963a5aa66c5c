import type { Vault } from '../base/crypto.ts';
import type { Db, Tx } from '../base/db.ts';
import { StartupError } from '../base/startup-error.ts';
import { keepInstallationFact, replaceInstallationFact } from './queries.ts';

const FACT = 'secret_fingerprint';

/**
 * Stores the fingerprint of the master secret if none is stored yet. Throws StartupError if the stored fingerprint
 * matches neither the current secret nor a previous one.
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

/** Records the newest secret as the database's secret. Processes without this secret can no longer start. */
export async function adoptSecret(tx: Tx, vault: Vault): Promise<void> {
  await replaceInstallationFact(tx, FACT, vault.fingerprint);
}
