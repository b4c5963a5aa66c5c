import { vi } from 'vitest';

/** Resolves with the output of a command while it runs. */
export async function captured(run: () => Promise<void>): Promise<string> {
  let text = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  try {
    await run();
    return text;
  } finally {
    write.mockRestore();
  }
}
