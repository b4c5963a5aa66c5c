import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const INSTALLED = '/usr/bin/chromium';

/**
 * Starts Debian's Chromium, or the one in CHROMIUM_PATH. If neither exists, returns undefined and prints a message, or
 * throws in CI.
 */
export async function openBrowser(what: string): Promise<Browser | undefined> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? INSTALLED;
  if (!existsSync(executablePath)) {
    if (process.env['CI'] !== undefined) throw new Error(`Chromium is missing: ${executablePath} (package chromium)`);
    process.stdout.write(`NOT RUN, because Chromium is missing (package chromium, or CHROMIUM_PATH): ${what}\n`);
    return undefined;
  }
  return chromium.launch({
    executablePath,
    // Containers do not support the sandbox, and only our own pages are opened.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}
