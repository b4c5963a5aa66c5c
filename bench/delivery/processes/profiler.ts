import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';

// Imported ahead of the program by each of its processes: a delivery process writes down where its time went since it
// was told to look.

const directory = process.env['POSTRIDER_BENCH_PROFILES'];
if (directory !== undefined && process.argv.includes('deliver')) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  process.once('SIGUSR2', () => {
    const before = process.cpuUsage();
    session.post('Profiler.start');
    process.once('exit', () => {
      const { system, user } = process.cpuUsage(before);
      session.post('Profiler.stop', (error, result) => {
        if (error) throw error;
        const { profile } = result;
        writeFileSync(join(directory, `${process.pid}.json`), JSON.stringify({ cpuMicros: system + user, profile }));
      });
    });
  });
}
