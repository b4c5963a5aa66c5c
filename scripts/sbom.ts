/**
 * Writes the bill of materials of what is published, in CycloneDX: every package that the program brings along, with its version,
 * licence and hash, from package-lock.json.
 *
 *   npm run -s sbom > postrider.cdx.json
 */
import { execFileSync } from 'node:child_process';

const args = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--omit',
  'dev',
  '--package-lock-only',
];
const text = execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
// Written by npm, and read here so that nothing that is no bill of materials leaves.
const bill = JSON.parse(text) as { bomFormat: string; components: readonly unknown[] };
if (bill.bomFormat !== 'CycloneDX' || bill.components.length === 0) throw new Error('npm wrote no bill of materials');
process.stdout.write(text);
