import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// This module is loaded before any other module in each of Postrider's processes. On SIGUSR2, a process collects
// garbage and writes its heap size to a file.

const directory = process.env['POSTRIDER_BENCH_SAMPLES'];
if (directory !== undefined) {
  // Set the flag at run time, because NODE_OPTIONS does not allow the option that exposes `gc`.
  setFlagsFromString('--expose-gc');
  // Safe cast: in a new context, `gc` is a function without parameters.
  const collect = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => {
    // Collect twice, because finalizers from the first collection may release more memory.
    collect();
    collect();
    const { external, heapUsed } = memoryUsage();
    writeFileSync(join(directory, `${process.pid}.json`), JSON.stringify({ heapUsed, external }));
  });
}
