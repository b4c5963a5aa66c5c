import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const INSTALLED = '/usr/bin/chromium';

/**
 * Starts Debian's Chromium, or the browser in CHROMIUM_PATH. If there is no browser, prints a message and returns
 * undefined, or throws in CI.
 */
export async function openBrowser(testFile: string): Promise<Browser | undefined> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? INSTALLED;
  if (!existsSync(executablePath)) {
    if (process.env['CI'] !== undefined) throw new Error(`Chromium is missing: ${executablePath} (package chromium)`);
    process.stdout.write(
      `NOT RUN, because Chromium is missing (package chromium, or CHROMIUM_PATH): ${basename(testFile)}\n`,
    );
    return undefined;
  }
  return chromium.launch({
    executablePath,
    // The sandbox does not work in containers. It is not necessary here, because the browser only opens pages of this
    // project.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}
