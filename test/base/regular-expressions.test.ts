import { globSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

/** Text length at which a quadratic expression takes milliseconds, and a worse expression does not finish. */
const CHARACTERS = 2_000;
/**
 * Time limit, in milliseconds, for all expressions together. They normally take a few seconds. A cubic expression would
 * take hours, and an exponential one would never finish.
 */
const GIVE_UP_MS = 240_000;
const LITERAL =
  /(?<=[=(,:!&|?[\s])\/(?![*/\s])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)(?=[\s.,;)\]:]|$)/gm;
/** Strings that are repeated as test input, in addition to the letters that each expression contains. */
const PUMPS = [
  'a',
  'A',
  '0',
  ' ',
  '\t',
  '-',
  '.',
  '@',
  '<',
  '&',
  '%',
  '=',
  '\\',
  '"',
  "'",
  ',',
  ';',
  '/',
  '(',
  '[',
  '{',
  '+',
  'a.',
  ' ,',
  'a=',
  '\r\n',
  'é',
  '=3D',
];
const ENDS = ['', '!', '\0', '\n'];

interface Found {
  readonly source: string;
  readonly flags: string;
  readonly place: string;
}

/** Returns all regular expression literals in the application's code, without duplicates. */
function expressions(): Found[] {
  const found = new Map<string, Found>();
  for (const file of globSync('src/**/*.ts')) {
    if (file.endsWith('.test.ts')) continue;
    for (const [, source = '', flags = ''] of readFileSync(file, 'utf8').matchAll(LITERAL)) {
      if (isExpression(source, flags)) found.set(`${source}/${flags}`, { source, flags, place: file });
    }
  }
  return [...found.values()];
}

function isExpression(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags).source !== '';
  } catch {
    // Not a regular expression, but a path or a sentence between slashes.
    return false;
  }
}

/**
 * Code for a separate thread, because a running regular expression cannot be stopped but a thread can be terminated.
 */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
for (const { source, flags, place } of workerData.found) {
  parentPort.postMessage('/' + source + '/' + flags + ' in ' + place);
  const own = [...new Set(source.replaceAll(/\\\\[a-zA-Z]|[^a-zA-Z0-9<>@._=;:-]/g, ''))].slice(0, 8);
  for (const pump of [...workerData.pumps, ...own]) {
    const text = pump.repeat(Math.ceil(workerData.characters / pump.length));
    for (const end of workerData.ends) new RegExp(source, flags).test(text + end);
  }
}
parentPort.postMessage('done');
`;

async function lastBegun(found: readonly Found[]): Promise<string> {
  const workerData = { found, pumps: PUMPS, ends: ENDS, characters: CHARACTERS };
  const thread = new Worker(THREAD, { eval: true, workerData });
  let last = '';
  const ended = new Promise<void>((resolve, reject) => {
    thread.on('message', (text: string) => (last = text));
    thread.once('error', reject);
    thread.once('exit', () => resolve());
  });
  const giveUp = setTimeout(() => void thread.terminate(), GIVE_UP_MS);
  await ended;
  clearTimeout(giveUp);
  return last;
}

it(
  'every regular expression matches long repetitive texts in acceptable time',
  { timeout: GIVE_UP_MS + 60_000 },
  async () => {
    const found = expressions();
    expect(found.length).toBeGreaterThan(200);
    expect(await lastBegun(found)).toBe('done');
  },
);

it('the check detects an expression with exponential backtracking', { timeout: 60_000 }, async () => {
  const thread = new Worker(THREAD, {
    eval: true,
    workerData: {
      found: [{ source: '^(a+)+$', flags: '', place: 'here' }],
      pumps: ['a'],
      ends: ['!'],
      characters: 200,
    },
  });
  const last = await new Promise((resolve) => thread.once('message', resolve));
  const isDone = await Promise.race([
    new Promise((resolve) => thread.once('exit', () => resolve(true))),
    new Promise((resolve) => setTimeout(() => resolve(false), 2_000)),
  ]);
  await thread.terminate();
  expect([last, isDone]).toEqual(['/^(a+)+$/ in here', false]);
});
