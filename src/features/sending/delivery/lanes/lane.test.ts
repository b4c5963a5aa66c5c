import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../base/clock.ts';
import { silentLog } from '../../../../base/log.ts';
import { RFC_TIMEOUTS } from '../../../../smtp/timeouts.ts';
import { claimOf } from '../../../../../test/support/claims.ts';
import { startSmtpSink, type SmtpSink } from '../../../../../test/support/smtp-sink.ts';
import type { Finished } from '../outcomes/decision.ts';
import type { Admission, Share } from '../routing/router.ts';
import { createSite, type Task } from '../sites/site.ts';
import { createSiteControl } from '../sites/site-control.ts';
import type { Claim } from '../types.ts';
import type { Detours, LaneParts } from './lane-steps.ts';
import { runLane } from './lane.ts';

const LIMITS = { maxConnections: 1, initialConnections: 1, maxMailsPerConnection: 100, unreachableMs: [1, 1] } as const;
const GRANTED: Admission = { granted: true, giveBack: () => {} };

let sink: SmtpSink | undefined;
afterEach(async () => sink?.close());

/** A lane over a real connection; what it holds is held until it says what became of it. */
async function stage() {
  sink = await startSmtpSink();
  const held = new Set<Claim>();
  const recorded: Finished[] = [];
  const detoured: string[] = [];
  const leases: Pick<LaneParts['leases'], 'isSafe' | 'finished' | 'atWork' | 'begin' | 'giveBack'> = {
    isSafe: (claim) => held.has(claim),
    finished: (claim) => void held.delete(claim),
    atWork: async (_claim, work) => work(),
    begin: () => Promise.resolve(),
    giveBack: (back) => {
      for (const { claim } of back) held.delete(claim);
      return Promise.resolve();
    },
  };
  const parts = {
    clock: systemClock,
    log: silentLog,
    journal: undefined,
    leases,
    recorder: {
      record: (finished: Finished) => Promise.resolve(void recorded.push(finished)),
      unrecorded: () => 0,
    },
    smtp: { ehloName: 'sender.example', timeouts: RFC_TIMEOUTS },
    prepare: {
      mail: (claim: Claim) =>
        Promise.resolve({
          data: Buffer.from(`Subject: ${claim.messageId}\r\n\r\nHi\r\n`),
          smtpUtf8: false,
          envelopeFrom: 'me@sender.example',
          signingDomain: 'sender.example',
        }),
      begin: () => {},
      ahead: () => {},
    },
    noteTlsFault: () => {},
    noteFault: () => {},
    connecting: new Set<Claim>(),
    // A lane asks nothing else.
  } as unknown as LaneParts;
  const detours: Detours = {
    requeue: (site, task) => site.unshift(task),
    reroute: (task) => detoured.push(task.claim.messageId),
    hold: (task) => detoured.push(task.claim.messageId),
    clear: () => {},
    unreachable: () => false,
  };
  const target = { host: 'localhost', address: '127.0.0.1', port: sink.port, tls: 'never', verifyTls: false } as const;
  const taskOf = (messageId: string, admit: Share['admit']): Task => {
    const claim = claimOf({ messageId });
    held.add(claim);
    return {
      claim,
      route: {
        kind: 'site',
        name: 'direct',
        provider: 'x.example',
        site: 'x',
        targets: [{ ...target, login: undefined }],
        limits: LIMITS,
        isOwned: true,
        way: 0,
        hasOtherWay: false,
        share: { admit, notePolicyBounce: () => {} },
      },
    };
  };
  return {
    sink,
    held,
    recorded,
    detoured,
    taskOf,
    /** Runs a lane until nothing is left for it. */
    run: async (tasks: readonly Task[]): Promise<void> => {
      const control = createSiteControl(LIMITS, systemClock);
      const lanes: Promise<void>[] = [];
      const runs = (site: Parameters<typeof runLane>[2]): Promise<void> => {
        const lane = runLane(parts, detours, site);
        lanes.push(lane);
        return lane;
      };
      const site = createSite({ name: 'x', provider: 'x.example', isOwned: true, control, runLane: runs });
      for (const task of tasks) site.push(task);
      await expect.poll(() => held.size).toBe(0);
      site.close();
      await Promise.all(lanes);
    },
  };
}

const away = (): Promise<never> => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
const granted = (): Promise<Admission> => Promise.resolve(GRANTED);

describe('a mail that is made ready beside the one that is offered', () => {
  it('goes out also when the database is away for a moment as its share is asked for', async () => {
    const { detoured, recorded, run, sink: receiver, taskOf } = await stage();
    let asked = 0;
    const second = taskOf('second', () => {
      asked += 1;
      return asked === 1 ? away() : granted();
    });
    await run([taskOf('first', granted), second, taskOf('third', granted)]);
    expect(receiver.messages.map(({ data }) => /Subject: (\w+)/.exec(data.toString())?.[1])).toEqual([
      'first',
      'second',
      'third',
    ]);
    expect(recorded.map(({ outcome }) => outcome.kind)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(detoured).toEqual([]);
  });

  it('is put off by itself when its share cannot be asked for, and those beside it go out', async () => {
    const { recorded, run, taskOf } = await stage();
    const second = taskOf('second', () => Promise.reject(new Error('a fault of ours')));
    await run([taskOf('first', granted), second, taskOf('third', granted)]);
    const outcomes = recorded.map(({ claim, outcome }) => `${claim.messageId} ${outcome.kind}`);
    expect(outcomes.toSorted()).toEqual(['first delivered', 'second deferred', 'third delivered']);
  });
});
