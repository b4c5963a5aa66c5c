import { benchAccept } from './accept.ts';
import { benchBatch } from './batch.ts';
import { benchEndToEnd } from './end-to-end.ts';
import { describeMachine } from './measure.ts';

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  accept: benchAccept,
  batch: benchBatch,
  'end-to-end': benchEndToEnd,
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown) throw new Error(`There is no benchmark "${unknown}"; there are ${Object.keys(BENCHMARKS).join(', ')}`);

console.log(`${new Date().toISOString().slice(0, 10)}, ${describeMachine()}`);
for (const [name, run] of Object.entries(BENCHMARKS)) if (wanted.length === 0 || wanted.includes(name)) await run();
