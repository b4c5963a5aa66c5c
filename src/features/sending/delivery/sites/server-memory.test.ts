import { describe, expect, it } from 'vitest';
import type { SmtpTarget } from '../../../../smtp/connection.ts';
import { createServerMemory } from './server-memory.ts';

const DAY_MS = 24 * 60 * 60_000;
const targets = Array.from({ length: 4 }, (_none, no): SmtpTarget => {
  const address = `192.0.2.${no}`;
  return { host: `mx${no}`, address, port: 25, tls: 'never', verifyTls: false, login: undefined };
});

function remembered() {
  let nowMs = 0;
  return { memory: createServerMemory({ now: () => nowMs }), pass: (ms: number) => void (nowMs += ms) };
}

describe('the servers of a site', () => {
  it('are tried in order, starting with those that the previous attempt did not reach in time', () => {
    const { memory } = remembered();
    expect(memory.ordered(targets)).toEqual(targets);
    memory.noteFailed(targets, targets.slice(0, 2));
    expect(memory.ordered(targets)).toEqual([...targets.slice(2), ...targets.slice(0, 2)]);
    memory.noteFailed(targets, targets.slice(2, 3));
    expect(memory.ordered(targets)).toEqual([...targets.slice(3), ...targets.slice(0, 3)]);
  });

  it('are tried from the first again once all have failed, or one has accepted a connection', () => {
    const { memory } = remembered();
    memory.noteFailed(targets, targets.slice(0, 2));
    memory.noteFailed(targets, targets.slice(2));
    expect(memory.ordered(targets)).toEqual(targets);
    memory.noteFailed(targets, targets.slice(0, 2));
    memory.noteConnected();
    expect(memory.ordered(targets)).toEqual(targets);
  });
});

describe('commands that are sent together', () => {
  it('are sent one by one for a day after a server dropped some, separately for each host and group', () => {
    const { memory, pass } = remembered();
    expect(memory.takesTogether('mx0', 'together')).toBe(true);
    expect(memory.noteLost('mx0', 'together')).toBe(true);
    expect(memory.takesTogether('mx0', 'together')).toBe(false);
    expect(memory.takesTogether('mx0', 'behind-dot')).toBe(true);
    expect(memory.takesTogether('mx1', 'together')).toBe(true);
    pass(DAY_MS);
    expect(memory.takesTogether('mx0', 'together')).toBe(true);
  });

  it('are still sent together to a server that once answered them all, and after it dropped a single command', () => {
    const { memory } = remembered();
    memory.noteAnswered('mx0', 'together');
    expect(memory.noteLost('mx0', 'together')).toBe(false);
    expect(memory.noteLost('mx0', 'behind-dot')).toBe(true);
    memory.noteAnswered('mx1', 'single');
    expect(memory.noteLost('mx1', 'together')).toBe(true);
    expect(memory.noteLost('mx2', 'single')).toBe(false);
  });
});
