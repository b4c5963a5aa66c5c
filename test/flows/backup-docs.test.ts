// Place in a run: slow.
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/db.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runToEnd } from './program.ts';

const PLACE = '/var/backups/postrider';

/** Returns the commands on the page in order. */
function commandsOfPage(): string[] {
  const blocks = [...readFileSync('docs/backup.md', 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, block = '']) => block.trim().split('\n'));
}

it('runs every command of docs/backup.md with the documented result', { timeout: 240_000 }, async () => {
  const folder = scratchFolder('postrider-backup-docs-');
  chmodSync(folder, 0o711);
  const [original, copy] = [await createTestDatabase(), await createTestDatabase({ empty: true })];
  try {
    const commands = commandsOfPage();
    expect(commands.length).toBeGreaterThan(5);
    let isRestoring = false;
    for (const command of commands) {
      const [program, ...args] = command.replace(PLACE, join(folder, 'backups')).split(' ');
      isRestoring ||= args[0] === 'restore';
      const { code, output } = await runToEnd(args, {
        DATABASE_URL: (isRestoring ? copy : original).url,
        POSTRIDER_DATA: join(folder, isRestoring ? 'copy' : 'original'),
        POSTRIDER_UNSAFE_DURABILITY: '1',
      });
      expect(program).toBe('postrider');
      // Ignore this exit code, because doctor reports problems with the test database itself.
      if (args[0] === 'doctor') expect(output).toContain('backups');
      else expect({ command, code, output }).toMatchObject({ code: 0 });
    }
  } finally {
    await original.drop();
    await copy.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
