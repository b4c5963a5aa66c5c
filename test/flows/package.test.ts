import { expect, it } from 'vitest';
import { tryPackage } from '../../scripts/deploy/package-trial.ts';

it(
  'the packed program, in an empty folder, is started by npx and delivers a first mail',
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
