/**
 * Writes the CycloneDX bill of materials for the published package: all included packages with version, license, and
 * hash, based on package-lock.json. Run with `npm run -s sbom > postrider.cdx.json`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}

interface Bill {
  readonly bomFormat: string;
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const text = execFileSync('npm', args, {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
// Safe cast: npm wrote both files.
const bill = JSON.parse(text) as Bill;
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { readonly version?: string; readonly dev?: boolean; readonly devOptional?: boolean }>;
};
if (bill.bomFormat !== 'CycloneDX') throw new Error('npm did not write a bill of materials');

// Do not use npm's `--omit dev`, because it also omits runtime packages that a development package uses.
const published = new Set(
  Object.entries(lock.packages).flatMap(([path, { dev, devOptional, version }]) =>
    path !== '' && dev !== true && devOptional !== true
      ? [`${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`]
      : [],
  ),
);
const components = bill.components.filter(({ name, version }) => published.has(`${name}@${version}`));
const refs = new Set(components.map((component) => component['bom-ref']));
const dependencies = bill.dependencies.flatMap(({ dependsOn = [], ref }) =>
  refs.has(ref) || ref.startsWith('postrider@') ? [{ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }] : [],
);
process.stdout.write(`${JSON.stringify({ ...bill, components, dependencies }, undefined, 2)}\n`);
