// Place in a run: slow.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { docBlock } from '../support/doc-blocks.ts';

const run = promisify(execFile);
const MINUTE_MS = 60_000;

/**
 * Runs a command from docs/reliability.md in a shell without the environment of this test run. Resolves with the
 * output.
 */
async function runLine(line: string): Promise<string> {
  const { HOME, NODE_COMPILE_CACHE, PATH } = process.env;
  const { stdout } = await run('sh', ['-c', line], {
    env: { PATH, HOME, NODE_COMPILE_CACHE },
    timeout: 4 * MINUTE_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

describe('commands in docs/reliability.md', { timeout: 5 * MINUTE_MS }, () => {
  it('restart the database under load with only 202 and 503 responses', async () => {
    const line = docBlock('docs/reliability.md', /scripts\/database-restarts\.ts/).replace('[restarts]', '1');
    const said = await runLine(line);
    expect(said).toMatch(/^1 restarts under load: .* [1-9]\d* accepted, \d+ refused with 503, 0 refused otherwise$/m);
  });

  it('run one seed of the simulator and print its history', async () => {
    const line = /^SIM_SEED=.*$/m.exec(docBlock('docs/reliability.md', /SIM_SEED/))?.[0] ?? '';
    const said = await runLine(line);
    expect(said).toMatch(/SHA-256 of this history: [0-9a-f]{64}/);
    expect(said.trimEnd()).toMatch(/\n1 passed, 0 failed, \d+ skipped$/);
  });
});
