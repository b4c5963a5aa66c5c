import { describe, expect, it } from 'vitest';
import type { SmtpConnection, SmtpResult, SmtpTarget } from '../../../../smtp/connection.ts';
import { claimOf } from '../../../../../test/support/claims.ts';
import type { Task } from '../sites/site.ts';
import { behindBroken } from './broken-off.ts';
import { MAX_TARGETS_TRIED } from './lane-connection.ts';

const targets = Array.from({ length: 9 }, (_none, no): SmtpTarget => {
  const address = `192.0.2.${no}`;
  return { host: `mx${no}.x.example`, address, port: 25, tls: 'opportunistic', verifyTls: false, login: undefined };
});

const task: Task = {
  claim: claimOf(),
  route: {
    kind: 'site',
    name: 'direct',
    provider: 'other.example',
    site: 'x',
    targets,
    limits: { maxConnections: 1, initialConnections: 1, maxMailsPerConnection: 1, unreachableMs: [1, 1] },
    isOwned: true,
    way: 0,
    hasOtherWay: false,
  },
};

const silent: SmtpResult = {
  kind: 'broken',
  stage: 'rcpt',
  error: 'silence',
  conversation: 'C: RCPT\n',
  dotSent: false,
};
const reply = { code: 451, text: 'later', enhanced: undefined };

function behind(given: Task, no: number, result: SmtpResult = silent, startedAtMs = 7): Task | undefined {
  const target = targets[no];
  if (!target) throw new Error('a target is expected');
  // Nothing is said over it.
  const smtp = {} as SmtpConnection;
  return behindBroken(given, { smtp, target, openedAtMs: 0 }, result, { nowMs: startedAtMs, startedAtMs });
}

describe('a mail whose server broke off', () => {
  it('goes to those behind it, with what was said so far and since when', () => {
    const second = behind(task, 0);
    expect(second?.route.targets).toEqual(targets.slice(1));
    const said = 'C: RCPT\n\n! mx0.x.example [192.0.2.0]: silence\n';
    expect(second?.before).toEqual({ servers: 1, startedAtMs: 7, conversation: said });
    // One that could not be connected to was passed over before.
    const third = second && behind(second, 2, silent, 9);
    expect(third?.route.targets).toEqual(targets.slice(3));
    expect(third?.before).toMatchObject({ servers: 2, startedAtMs: 7 });
    expect(third?.before?.conversation).toMatch(/mx0[^]*mx2/);
  });

  it('has been at enough servers after five', () => {
    const after = (servers: number): Task => ({ ...task, before: { servers, startedAtMs: 7, conversation: '' } });
    expect(behind(after(MAX_TARGETS_TRIED - 2), 3)?.before?.servers).toBe(MAX_TARGETS_TRIED - 1);
    expect(behind(after(MAX_TARGETS_TRIED - 1), 4)).toBeUndefined();
  });

  it.each([
    ['there is no server behind', 8, silent],
    ['the server may have the mail', 0, { ...silent, stage: 'dot', dotSent: true }],
    ['the server refused it', 0, { kind: 'refused', stage: 'rcpt', reply, conversation: '' }],
    ['the server took it', 0, { kind: 'accepted', reply, sentAt: 1, conversation: '' }],
  ] as const)('goes nowhere else when %s', (_, no, result) => {
    expect(behind(task, no, result)).toBeUndefined();
  });
});
