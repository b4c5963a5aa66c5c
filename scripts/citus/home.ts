import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Citus is built and kept, and where its servers have their data. */
export function citusHome(): string {
  return process.env['CITUS_HOME'] ?? join(tmpdir(), 'postrider-citus');
}
