// Runs mutation tests on the pure modules: changes one token at a time (an operator, a boolean, a number, or a guard)
// and lists the changes that none of the module's own tests detected. By hand: node bin/bootstrap.cjs scripts/breaks.ts
// [--sample N] [--seed N] [MODULE...]
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { randomFrom } from '../test/support/random.ts';
import { MODULES, testsOf } from './breaks/modules.ts';
import { placesOf } from './breaks/places.ts';
import { watch } from './breaks/watch.ts';
import { WITHOUT_EFFECT } from './breaks/without-effect.ts';

const ROOT = new URL('..', import.meta.url).pathname.replace(/\/$/, '');
/** Minimum percentage of detected mutations, among all mutations that have an effect. */
const WANTED_PERCENT = 90;

const { positionals, values } = parseArgs({
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
process.chdir(ROOT);
const perModule = values.sample === undefined ? Number.POSITIVE_INFINITY : Number(values.sample);
const random = randomFrom(Number(values.seed));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const modules = positionals.length > 0 ? positionals : MODULES;
let noticed = 0;
let places = 0;
let failures = 0;
for (const module of modules) {
  const counts = await breakOne(module);
  noticed += counts.noticed;
  places += counts.places;
}
const percent = places === 0 ? 100 : (noticed / places) * 100;
say(`${modules.length} modules: ${noticed} of ${places} breaks detected (${percent.toFixed(1)}%).`);
if (percent < WANTED_PERCENT || failures > 0) process.exitCode = 1;

async function breakOne(module: string): Promise<{ noticed: number; places: number }> {
  const all = placesOf(module, readFileSync(module, 'utf8'));
  const reasons = WITHOUT_EFFECT[module] ?? {};
  const keys = new Set(all.map(({ key }) => key));
  for (const key of Object.keys(reasons)) if (!keys.has(key)) fault(`${module} no longer has this place: ${key}`);
  const numbers = sampleOf(all.flatMap(({ key }, no) => (key in reasons ? [] : [no])));
  const { isWhole, tests, unnoticed } = await watch(ROOT, { module, tests: testsOf(module), places: numbers });
  if (!isWhole) fault(`${module}: its tests fail without a break`);
  const found = numbers.length - unnoticed.length;
  const besides = Object.keys(reasons).length;
  say(`${module}: ${found} of ${numbers.length} detected by ${tests} tests; ${besides} without effect`);
  for (const no of unnoticed) say(`  ${module}:${all[no]?.line} ${all[no]?.key}`);
  return { noticed: isWhole ? found : 0, places: numbers.length };
}

function fault(words: string): void {
  failures += 1;
  say(words);
}

function sampleOf(numbers: readonly number[]): number[] {
  if (numbers.length <= perModule) return [...numbers];
  const drawn = numbers.map((no) => ({ no, order: random() })).toSorted((one, other) => one.order - other.order);
  return drawn
    .slice(0, perModule)
    .map(({ no }) => no)
    .toSorted((one, other) => one - other);
}
