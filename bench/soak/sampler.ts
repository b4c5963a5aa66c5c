import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Imported before the program by each of its processes: on SIGUSR2, a process collects its garbage and writes the size of
// its heap to a file.

const directory = process.env['POSTRIDER_BENCH_SAMPLES'];
if (directory !== undefined) {
  // NODE_OPTIONS does not allow the option that exposes it.
  setFlagsFromString('--expose-gc');
  // `gc` of a new context is a function without parameters.
  const collect = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => {
    // Finalizers of the first collection may release more.
    collect();
    collect();
    const { external, heapUsed } = memoryUsage();
    writeFileSync(join(directory, `${process.pid}.json`), JSON.stringify({ heapUsed, external }));
  });
}
