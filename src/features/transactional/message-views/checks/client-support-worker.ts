import { parentPort, workerData } from 'node:worker_threads';
import { caniemail, type CanIEmailResult } from 'caniemail';

/** Programs that most people read with; the tables know some more that are rare. */
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

// A thread of its own: a mail that is made to be slow stops nobody else, and is given up from outside.
const html: unknown = workerData;
if (typeof html === 'string') {
  const byTitle = new Map<string, Set<string>>();
  for (const [client, found] of examine(html, CLIENTS)) {
    for (const { title } of found) byTitle.set(title, (byTitle.get(title) ?? new Set<string>()).add(client));
  }
  parentPort?.postMessage([...byTitle].map(([title, clients]) => ({ title, clients: [...clients] })));
}

/** The tables are not full: a program of which they do not know a feature that the mail uses is left out. */
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
