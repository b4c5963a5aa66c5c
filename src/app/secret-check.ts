import type { Vault } from '../base/crypto.ts';
import type { Db, Tx } from '../base/db.ts';
import { StartupError } from '../base/startup-error.ts';
import { keepInstallationFact, replaceInstallationFact } from './queries.ts';

const FACT = 'secret_fingerprint';

/**
 * Stores the fingerprint of the master secret at the first start and compares it at every later start, so that a wrong
 * secret is detected before a key is needed. A previous secret is accepted, because the database depends on it until
 * all values are encrypted with the new secret. Throws StartupError if none of the secrets matches.
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
