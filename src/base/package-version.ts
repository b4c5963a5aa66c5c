import { readFileSync } from 'node:fs';

export function packageVersion(): string {
  // package.json is two directories above both src/base and dist/base.
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  // Safe cast: npm does not install a package without a version.
  return (JSON.parse(text) as { version: string }).version;
}
