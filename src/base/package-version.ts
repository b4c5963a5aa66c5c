import { readFileSync } from 'node:fs';

/** The version of this program. */
export function packageVersion(): string {
  // Two folders up from src/base as from dist/base.
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  // The package's own file, which npm refuses to install without a version.
  return (JSON.parse(text) as { version: string }).version;
}
