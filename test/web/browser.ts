import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const INSTALLED = '/usr/bin/chromium';

/** Debian's Chromium, or the one that CHROMIUM_PATH names; undefined, said loudly, where neither is. In CI that is a failure. */
export async function openBrowser(what: string): Promise<Browser | undefined> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? INSTALLED;
  if (!existsSync(executablePath)) {
    if (process.env['CI'] !== undefined) throw new Error(`Chromium is missing: ${executablePath} (package chromium)`);
    process.stdout.write(`NOT RUN, because Chromium is missing (package chromium, or CHROMIUM_PATH): ${what}\n`);
    return undefined;
  }
  return chromium.launch({
    executablePath,
    // A container has no sandbox to give; what is opened are our own pages.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}
