import { fork } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { openStack } from '../stack.ts';
import { answerOf } from './bare.ts';
import { end, type Candidate } from './candidate.ts';
import { SYSTEM_VARIABLE, systemCpuMicros } from './cpu.ts';

const PROGRAM = fileURLToPath(new URL('processes/durable-loop.ts', import.meta.url));
const TABLES = `create table bench_queue (
    no integer generated always as identity primary key, data json not null, state smallint not null default 0,
    leased_until timestamptz not null default '-infinity'
  );
  create index bench_queue_due on bench_queue (no) where state = 0;
  create table bench_record (no integer not null, finished_at timestamptz, host text, conversation text);`;

/** What a campaign costs when it only has to survive the death of who sends it: leased, composed, signed, sent, recorded. */
export const durableLimit: Candidate = {
  name: 'Limit with a queue: and lease, compose, record',
  warmUp: 4_000,
  async start(sink) {
    const stack = await openStack({});
    const { databaseUrl, db } = stack.installation;
    await db.script(TABLES);
    const mark = `durable-${process.pid}`;
    const env = { ...process.env, [SYSTEM_VARIABLE]: mark };
    const children = cpus().map(() => fork(PROGRAM, [String(sink.port), databaseUrl], { env }));
    await Promise.all(children.map((child) => answerOf(child, 'ready')));
    return {
      async send(mails) {
        await db.query(
          {
            name: '',
            text: `insert into bench_queue (data) select json_build_object('number', n::text) from generate_series(1, $1::integer) n`,
          },
          [mails],
        );
        await Promise.all(
          children.map(async (child) => {
            child.send('go');
            await answerOf(child, 'sent');
          }),
        );
      },
      // Without PostgreSQL, which is a child of this process like the callers.
      cpuMicros: () => systemCpuMicros(children[0]?.pid ?? 0, mark),
      async stop() {
        await Promise.all(children.map(end));
        await stack.close();
      },
    };
  },
};
