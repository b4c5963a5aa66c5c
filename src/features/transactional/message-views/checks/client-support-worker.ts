import { parentPort, workerData } from 'node:worker_threads';
import { caniemail, type CanIEmailResult } from 'caniemail';

/** The most widely used email clients. The support tables also cover rarely used ones. */
const CLIENTS = [
  'gmail.desktop-webmail',
  'gmail.android',
  'gmail.ios',
  'outlook.windows',
  'outlook.outlook-com',
  'outlook.macos',
  'outlook.ios',
  'outlook.android',
  'apple-mail.macos',
  'apple-mail.ios',
  'yahoo.desktop-webmail',
  'yahoo.android',
  'yahoo.ios',
  'samsung-email.android',
] as const;

// Runs in a worker thread, so that a hostile email does not block other work, and so that its examination can be
// aborted from the main thread.
const html: unknown = workerData;
if (typeof html === 'string') {
  const byTitle = new Map<string, Set<string>>();
  for (const [client, found] of examine(html, CLIENTS)) {
    for (const { title } of found) byTitle.set(title, (byTitle.get(title) ?? new Set<string>()).add(client));
  }
  parentPort?.postMessage([...byTitle].map(([title, clients]) => ({ title, clients: [...clients] })));
}

/** Examines the HTML. Skips clients for which the tables lack data on a feature that the email uses. */
function examine(given: string, clients: readonly (typeof CLIENTS)[number][]): CanIEmailResult['issues']['errors'] {
  try {
    return caniemail({ clients: [...clients], html: given }).issues.errors;
  } catch (error) {
    const message = error instanceof RangeError ? error.message : '';
    const others = clients.filter((client) => !message.includes(`not found on "${client}"`));
    if (others.length === clients.length || others.length === 0) throw error;
    return examine(given, others);
  }
}
