import { Worker } from 'node:worker_threads';
import type { Check } from '../present.ts';
import { checked } from './facts.ts';

/** The longest that a mail is examined for; most take 60 ms. */
const LONGEST_MS = 5_000;
const MAX_MEMORY_MB = 192;
const MAX_SHOWN = 12;
const MAX_CLIENTS_SHOWN = 4;
const [ID, TITLE] = ['client-support', 'Support by mail programs'];

/** A feature of HTML or CSS that some programs do not know. */
export interface Unsupported {
  readonly title: string;
  readonly clients: readonly string[];
}

/** Which parts of the HTML mail programs do not show, by the tables of caniemail. Never rejects. */
export async function checkClientSupport(html: string | undefined): Promise<Check> {
  if (html === undefined) return checked(ID, TITLE, 'pass', 'Every program shows text.');
  return judgeSupport(await examine(html));
}

/** What the tables say together; undefined: they said nothing in time. Pure. */
export function judgeSupport(found: readonly Unsupported[] | undefined): Check {
  if (!found) return checked(ID, TITLE, 'unknown', 'The HTML took too long to examine.');
  if (found.length === 0) return checked(ID, TITLE, 'pass', 'Nothing in the HTML is unknown to the common programs.');
  const sorted = found.toSorted((a, b) => b.clients.length - a.clients.length);
  const details = sorted.slice(0, MAX_SHOWN).map(({ clients, title }) => {
    const rest = clients.length - MAX_CLIENTS_SHOWN;
    const named = clients.slice(0, MAX_CLIENTS_SHOWN).map(nameOf).join(', ');
    return `${title}: not in ${named}${rest > 0 ? ` and ${rest} more` : ''}`;
  });
  const why = `${found.length} ${found.length === 1 ? 'feature is' : 'features are'} unknown to some programs.`;
  return checked(ID, TITLE, 'warn', why, { fix: 'See that the mail reads well without them.', details });
}

/** `gmail.desktop-webmail` -> `Gmail (desktop webmail)`. */
function nameOf(client: string): string {
  const [family = '', platform = ''] = client.split('.');
  const words = family.replaceAll('-', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} (${platform.replaceAll('-', ' ')})`;
}

function examine(html: string): Promise<readonly Unsupported[] | undefined> {
  // The file beside this one, in the sources and in what is built from them.
  const file = import.meta.url.endsWith('.ts') ? './client-support-worker.ts' : './client-support-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData: html,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    execArgv: [],
  });
  return new Promise((resolve) => {
    const end = (found: readonly Unsupported[] | undefined): void => {
      clearTimeout(timer);
      resolve(found);
      void worker.terminate();
    };
    const timer = setTimeout(() => end(undefined), LONGEST_MS);
    // The worker beside this file sends nothing else.
    worker.once('message', (found) => end(found as readonly Unsupported[]));
    // Whatever the library makes of hostile HTML, or without memory: nothing is known of it.
    worker.once('error', () => end(undefined));
    worker.once('exit', () => end(undefined));
  });
}
