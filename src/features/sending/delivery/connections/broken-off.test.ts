import { describe, expect, it } from 'vitest';
import type { SmtpConnection, SmtpResult, SmtpTarget } from '../../../../smtp/connection.ts';
import { claimOf } from '../../../../../test/support/claims.ts';
import type { Task } from '../sites/site.ts';
import type { Outcome } from '../types.ts';
import { behindBroken } from './broken-off.ts';
import { MAX_ATTEMPT_MS, type OpenConnection } from './worker-connection.ts';

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
    routeIndex: 0,
    hasFallback: false,
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

const outcome: Outcome = {
  kind: 'deferred',
  status: '4.4.2',
  reason: 'silence',
  bounceClass: 'transient',
  handedOverAtMs: undefined,
};

function behind(given: Task, no: number, changes: Partial<OpenConnection> = {}, about = {}): Task | undefined {
  const target = targets[no];
  if (!target) throw new Error('a target is expected');
  const {
    result = silent,
    nowMs = 7,
    startedAtMs = 7,
  } = about as { result?: SmtpResult; nowMs?: number; startedAtMs?: number };
  // The test never sends anything over this connection.
  const smtp = {} as SmtpConnection;
  return behindBroken(given, { smtp, target, openedAtMs: 0, ...changes }, result, { outcome, nowMs, startedAtMs });
}

describe('a message whose server drops the connection', () => {
  it('is offered to the remaining servers and keeps the conversation and start time of the attempt', () => {
    const second = behind(task, 0);
    expect(second?.route.targets).toEqual(targets.slice(1));
    const said = 'C: RCPT\n\n! mx0.x.example [192.0.2.0]: silence\n';
    expect(second?.before).toMatchObject({ startedAtMs: 7, conversation: said });
    expect(second?.before?.failed.map(({ target }) => target)).toEqual(targets.slice(0, 1));
    const third = second && behind(second, 2, {}, { nowMs: 9, startedAtMs: 9 });
    expect(third?.route.targets).toEqual([targets[1], ...targets.slice(3)]);
    expect(third?.before).toMatchObject({ startedAtMs: 7 });
    expect(third?.before?.failed).toHaveLength(2);
    expect(third?.before?.conversation).toMatch(/mx0[^]*mx2/);
  });

  it('is not offered again to servers that failed before the connection was opened', () => {
    const servers = targets.slice(0, 2).map((target) => ({ target, outcome, weight: 1 }));
    expect(behind(task, 2, { failed: { servers, conversation: '' } })?.route.targets).toEqual(targets.slice(3));
  });

  it('is offered to every server until the time limit of the attempt', () => {
    let tried: Task | undefined = task;
    for (let no = 0; no < targets.length - 1; no += 1) tried = tried && behind(tried, no);
    expect(tried?.route.targets).toEqual(targets.slice(-1));
    expect(behind(task, 0, {}, { nowMs: MAX_ATTEMPT_MS + 6 })).toBeDefined();
    expect(behind(task, 0, {}, { nowMs: MAX_ATTEMPT_MS + 7 })).toBeUndefined();
  });

  it.each([
    ['no server is left', [targets[8]], silent],
    ['the server may have the message', targets, { ...silent, stage: 'dot', dotSent: true }],
    ['the server refused the message', targets, { kind: 'refused', stage: 'rcpt', reply, conversation: '' }],
    ['the server accepted the message', targets, { kind: 'accepted', reply, sentAt: 1, conversation: '' }],
  ] as const)('is not offered to another server when %s', (_, left, result) => {
    const given = { ...task, route: { ...task.route, targets: left.flatMap((target) => target ?? []) } };
    expect(behind(given, 8, {}, { result })).toBeUndefined();
  });
});
