import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Imported ahead of the program by each of its processes: when told to, a process collects its garbage and writes down
// what is left.

const directory = process.env['POSTRIDER_BENCH_SAMPLES'];
if (directory !== undefined) {
  // The option that exposes it is not taken from NODE_OPTIONS.
  setFlagsFromString('--expose-gc');
  // What a new context calls `gc` is a function without parameters.
  const collect = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => {
    // What the first finds unreachable may have held other things by finalizers.
    collect();
    collect();
    const { external, heapUsed } = memoryUsage();
    writeFileSync(join(directory, `${process.pid}.json`), JSON.stringify({ heapUsed, external }));
  });
}
