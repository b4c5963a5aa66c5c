// Place in a run: slow.
import { expect, it } from 'vitest';
import { tryPackage } from '../../scripts/deploy/package-trial.ts';

it(
  'starts the packed program with npx in an empty folder and delivers a first email',
  { timeout: 400_000 },
  async () => {
    const lines: string[] = [];
    const { firstMailMs } = await tryPackage({
      isLinked: true,
      tarball: undefined,
      log: (line) => void lines.push(line),
    });
    expect(lines.at(-1)).toBe('The first mail was delivered into the local inbox.');
    expect(firstMailMs).toBeLessThan(120_000);
  },
);
