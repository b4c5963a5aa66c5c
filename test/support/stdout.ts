import { vi } from 'vitest';

/** Runs a function, and resolves with everything that it writes to standard output. */
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
