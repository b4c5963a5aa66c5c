import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { answerOf } from './bare.ts';
import { end, type Candidate } from './candidate.ts';
import { SYSTEM_VARIABLE, systemCpuMicros } from './cpu.ts';
import { createRsaKey } from './mails.ts';

const PROGRAM = fileURLToPath(new URL('processes/nodemailer-loop.ts', import.meta.url));

/** A loop over nodemailer's pool: nothing is stored, so that a crash loses what is not sent. */
export const nodemailerLoop: Candidate = {
  name: 'nodemailer pool with DKIM, no queue, 1 process',
  warmUp: 2_000,
  async start(sink) {
    const mark = `nodemailer-${process.pid}`;
    const { privateKey, record } = createRsaKey();
    const child = fork(PROGRAM, [String(sink.port), privateKey], {
      env: { ...process.env, [SYSTEM_VARIABLE]: mark },
    });
    await answerOf(child, 'ready');
    return {
      async send(mails) {
        child.send(mails);
        await answerOf(child, 'sent');
      },
      dkimRecord: () => Promise.resolve(record),
      cpuMicros: () => systemCpuMicros(child.pid ?? 0, mark),
      stop: () => end(child),
    };
  },
};
