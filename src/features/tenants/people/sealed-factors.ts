import { sha256 } from '../../../base/crypto.ts';
import type { SealedColumn } from '../../../base/sealed-column.ts';
import type { Cookies } from './cookies.ts';

/** Prefix of values that the authentication library encrypted, with the version of the secret. */
const ENVELOPE = /^\$ba\$(\d+)\$/;

/** Returns the version that the authentication library uses to identify a secret. */
export function versionOf(secret: string): number {
  return sha256(secret).readUInt32BE();
}

/** Returns the encrypted columns of second factors. The authentication library encrypts them in its own format. */
export function sealedFactorColumns({ secrets }: Cookies): SealedColumn[] {
  const keys = new Map(secrets.map((secret) => [versionOf(secret), secret]));
  const [newest = '', ...earlier] = secrets;
  const currentVersion = versionOf(newest);
  const reseal = async (value: unknown): Promise<string | undefined> => {
    const sealed = String(value);
    const [, version] = ENVELOPE.exec(sealed) ?? [];
    if (Number(version) === currentVersion) return undefined;
    const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto');
    // Values without a version were encrypted with the oldest secret.
    const config = { keys, currentVersion, legacySecret: earlier.at(-1) ?? newest };
    return symmetricEncrypt({ key: config, data: await symmetricDecrypt({ key: config, data: sealed }) });
  };
  const column = { table: 'person_two_factor', key: { id: 'bigint' }, reseal };
  return [
    { ...column, column: 'secret' },
    { ...column, column: 'backup_codes' },
  ];
}
