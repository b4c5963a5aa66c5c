import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** Debian's browsers. The first has no user interface and needs less CPU time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * Starts Debian's Chromium, or the browser in CHROMIUM_PATH. If there is no browser, prints a message and returns
 * undefined, or throws in CI.
 */
export async function openBrowser(testFile: string): Promise<Browser | undefined> {
  const executablePath = [process.env['CHROMIUM_PATH'] ?? INSTALLED].flat().find((path) => existsSync(path));
  if (executablePath === undefined) {
    if (process.env['CI'] !== undefined)
      throw new Error(`Chromium is missing (package chromium-headless-shell, or CHROMIUM_PATH)`);
    process.stdout.write(
      `NOT RUN, because Chromium is missing (package chromium-headless-shell, or CHROMIUM_PATH): ${basename(testFile)}\n`,
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
