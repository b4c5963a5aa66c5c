import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the directory in which Citus is built and the servers store their data. */
export function citusHome(): string {
  return process.env['CITUS_HOME'] ?? join(tmpdir(), 'postrider-citus');
}
