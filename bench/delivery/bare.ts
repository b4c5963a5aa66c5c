import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { end, type Candidate } from './candidate.ts';
import { SYSTEM_VARIABLE, systemCpuMicros } from './cpu.ts';

const PROGRAM = fileURLToPath(new URL('processes/bare-loop.ts', import.meta.url));

/** What no program on Node can beat on this machine with this sink: signatures and bytes on sockets, a process a core. */
export const bareLimit: Candidate = {
  name: 'Limit: sign and send, nothing else',
  warmUp: 4_000,
  async start(sink) {
    const mark = `bare-${process.pid}`;
    const env = { ...process.env, [SYSTEM_VARIABLE]: mark };
    const children = cpus().map(() => fork(PROGRAM, [String(sink.port)], { env }));
    await Promise.all(children.map((child) => answerOf(child, 'ready')));
    return {
      async send(mails) {
        const share = Math.ceil(mails / children.length);
        await Promise.all(
          children.map(async (child, index) => {
            child.send(Math.max(0, Math.min(share, mails - index * share)));
            await answerOf(child, 'sent');
          }),
        );
      },
      // All of them bear the mark.
      cpuMicros: () => systemCpuMicros(children[0]?.pid ?? 0, mark),
      async stop() {
        await Promise.all(children.map(end));
      },
    };
  },
};

/** Waits for a word of a measured process. */
export async function answerOf(child: ChildProcess, wanted: string): Promise<void> {
  const [answer] = (await once(child, 'message', { signal: AbortSignal.timeout(600_000) })) as [unknown];
  if (answer !== wanted) throw new Error(`The loop said ${String(answer)}`);
}
