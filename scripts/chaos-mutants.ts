// Verifies that the chaos tests and the simulator can fail: plants known bugs and checks that each is detected. By
// hand: node bin/bootstrap.cjs scripts/chaos-mutants.ts [SEED]
import { reportOf } from '../test/chaos/storm/report.ts';
import { MUTANTS } from '../test/chaos/mutants.ts';
import { findOut, MUTANTS as SIMULATED } from '../test/sim/mutants.ts';
import { stormOver } from '../test/chaos/mutant-storm.ts';

const seed = Number(process.argv[2] ?? 1);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const survivors: string[] = [];
for (const mutant of MUTANTS) {
  const result = await stormOver(mutant, seed, () => {});
  const broken = Map.groupBy(result.breaches, ({ invariant }) => invariant);
  const found = [...broken].map(([name, all]) => `${name} ${all.length} times`).join(', ') || 'nothing';
  say(`${mutant.name}: ${result.history.kills.length} kills, broken ${found} (target ${mutant.breaks})`);
  if (broken.has(mutant.breaks)) continue;
  survivors.push(mutant.name);
  for (const line of reportOf(result)) say(`  ${line}`);
}
for (const mutant of SIMULATED) {
  const failure = await findOut(mutant);
  const isFound = mutant.found.test(failure?.violations.join('\n') ?? '');
  say(`${mutant.fault}: ${isFound ? `seed ${failure?.seed}: ${failure?.violations[0]}` : 'nothing'}`);
  if (!isFound) survivors.push(mutant.fault);
}
say(survivors.length === 0 ? 'All mutants were detected.' : `Not detected: ${survivors.join(', ')}.`);
process.exitCode = survivors.length === 0 ? 0 : 1;
