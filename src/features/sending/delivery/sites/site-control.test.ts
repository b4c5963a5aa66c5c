import { describe, expect, it } from 'vitest';
import { providerOf, type SiteLimits } from './providers.ts';
import { createSiteControl } from './site-control.ts';

const MINUTE_MS = 60_000;
const LIMITS: SiteLimits = {
  maxConnections: 10,
  maxMailsPerConnection: 100,
  initialConnections: 2,
  unreachableMs: [MINUTE_MS, 15 * MINUTE_MS],
};

function controlled(limits = LIMITS) {
  let nowMs = 1_800_000_000_000;
  const control = createSiteControl(limits, { now: () => nowMs });
  return {
    control,
    pass: (ms: number) => void (nowMs += ms),
    answer: (count: number): void => {
      for (let no = 0; no < count; no += 1) control.answered();
    },
  };
}

describe('the window of a site', () => {
  it('starts at two connections and grows by one with each round of accepted messages', () => {
    const { answer, control } = controlled();
    expect(control.window).toBe(2);
    answer(1);
    expect(control.window).toBe(2);
    answer(1);
    expect(control.window).toBe(3);
    answer(3);
    expect(control.window).toBe(4);
  });

  it('does not grow beyond the limit, nor start above it', () => {
    const { answer, control } = controlled();
    answer(1_000);
    expect(control.window).toBe(10);
    expect(controlled({ ...LIMITS, maxConnections: 1 }).control.window).toBe(1);
  });

  it('is halved when the site asks for less, once for all messages that were sent at the same time', () => {
    const { answer, control, pass } = controlled();
    answer(1_000);
    for (let no = 0; no < 5; no += 1) control.signal({ kind: 'slow' });
    expect(control.window).toBe(5);
    pass(5_000);
    control.signal({ kind: 'slow' });
    expect(control.window).toBe(2);
    for (let no = 0; no < 5; no += 1) {
      pass(5_000);
      control.signal({ kind: 'slow' });
    }
    expect(control.window).toBe(1);
  });
});

describe('a round of accepted messages', () => {
  it('has as many messages as there are connections, and restarts with each connection added', () => {
    const { answer, control } = controlled();
    answer(2);
    const sizes = [0, 1, 2].map(() => {
      answer(1);
      return control.window;
    });
    expect(sizes).toEqual([3, 3, 4]);
  });

  it('restarts when the site asks for less', () => {
    const { answer, control } = controlled();
    answer(1);
    control.signal({ kind: 'slow' });
    expect(control.window).toBe(1);
    answer(1);
    expect(control.window).toBe(2);
    answer(1);
    control.signal({ kind: 'slow' });
    answer(1);
    expect(control.window).toBe(2);
    answer(1);
    expect(control.window).toBe(3);
  });
});

describe('a paused site', () => {
  it('receives nothing before the end of the pause, and shows the reason', () => {
    const { control, pass } = controlled();
    control.signal({ kind: 'pause', forMs: 120 * MINUTE_MS, reason: '[TSS04]' });
    pass(120 * MINUTE_MS - 1);
    expect(control.waitMs).toBe(1);
    expect(control.reason).toBe('[TSS04]');
    pass(1);
    expect(control.waitMs).toBe(0);
    expect(control.reason).toBeUndefined();
  });

  it('is retried with one connection, and paused twice as long after each repeated request, for at most four hours', () => {
    const { answer, control, pass } = controlled();
    answer(1_000);
    const block = { kind: 'pause', forMs: 60 * MINUTE_MS, reason: 'blocked' } as const;
    for (const minutes of [60, 120, 240, 240]) {
      // Two messages that were sent concurrently are both rejected. The pause must be doubled only once.
      control.signal(block);
      control.signal(block);
      expect(control.waitMs).toBe(minutes * MINUTE_MS);
      pass(minutes * MINUTE_MS);
      expect([control.waitMs, control.window]).toEqual([0, 1]);
    }
    answer(1);
    control.signal(block);
    expect(control.waitMs).toBe(60 * MINUTE_MS);
  });

  it('keeps a pause that exceeds the limit for doubling', () => {
    const { control, pass } = controlled();
    const block = { kind: 'pause', forMs: 6 * 60 * MINUTE_MS, reason: 'long' } as const;
    control.signal(block);
    pass(6 * 60 * MINUTE_MS);
    control.signal(block);
    expect(control.waitMs).toBe(6 * 60 * MINUTE_MS);
  });

  it('is not shortened by a later, shorter pause', () => {
    const { control } = controlled();
    control.signal({ kind: 'pause', forMs: 10 * MINUTE_MS, reason: 'long' });
    control.signal({ kind: 'pause', forMs: MINUTE_MS, reason: 'short' });
    expect(control.waitMs).toBe(10 * MINUTE_MS);
  });
});

describe('a trickle', () => {
  it('allows one message a minute over one connection while it lasts', () => {
    const { answer, control, pass } = controlled();
    answer(1_000);
    control.signal({ kind: 'trickle', forMs: 90 * MINUTE_MS, reason: 'Server busy' });
    expect(control.window).toBe(1);
    expect(control.waitMs).toBe(0);
    control.offered();
    expect(control.waitMs).toBe(MINUTE_MS);
    pass(MINUTE_MS);
    expect(control.waitMs).toBe(0);
    pass(89 * MINUTE_MS);
    expect(control.window).toBe(5);
  });
});

describe('a site that cannot be reached', () => {
  it('is paused after as many consecutive connection failures as connections may be open, but at most three', () => {
    const { answer, control } = controlled();
    answer(1_000);
    for (const left of [2, 1]) {
      control.unreachable('no route');
      expect(control.waitMs, `${left} left`).toBe(0);
    }
    answer(1);
    control.unreachable('no route');
    control.unreachable('no route');
    expect(control.waitMs).toBe(0);
    control.unreachable('no route');
    expect(control.waitMs).toBe(MINUTE_MS);
    expect(control.window).toBe(1);
  });

  it('is retried after a minute, then after twice as long each time, up to 15 minutes', () => {
    const { control, pass } = controlled({ ...LIMITS, initialConnections: 1 });
    const waits: number[] = [];
    for (let no = 0; no < 6; no += 1) {
      control.unreachable('no route');
      waits.push(control.waitMs / MINUTE_MS);
      pass(control.waitMs);
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15]);
  });

  it('starts with a minute again after a reply', () => {
    const { answer, control, pass } = controlled({ ...LIMITS, maxConnections: 1 });
    control.unreachable('no route');
    pass(MINUTE_MS);
    control.unreachable('no route');
    pass(2 * MINUTE_MS);
    answer(1);
    control.unreachable('no route');
    expect(control.waitMs).toBe(MINUTE_MS);
  });
});

describe('a site that is unreachable', () => {
  it('is not paused after one failed connection of two', () => {
    const { control } = controlled();
    control.unreachable('no route');
    expect(control.waitMs).toBe(0);
    control.unreachable('no route');
    expect(control.waitMs).toBe(MINUTE_MS);
  });

  it('is not paused longer if connections that were opened together fail together', () => {
    const { control } = controlled({ ...LIMITS, initialConnections: 1 });
    for (let no = 0; no < 3; no += 1) control.unreachable('no route');
    expect([control.waitMs, control.reason]).toEqual([MINUTE_MS, 'no route']);
  });
});

describe('a site that only asks for less', () => {
  it('is not paused, and keeps earlier and later pauses', () => {
    const { control } = controlled();
    control.signal({ kind: 'pause', forMs: MINUTE_MS, reason: '[TSS04]' });
    control.signal({ kind: 'slow' });
    expect([control.waitMs, control.reason]).toEqual([MINUTE_MS, '[TSS04]']);
    control.signal({ kind: 'trickle', forMs: 90 * MINUTE_MS, reason: 'Server busy' });
    control.offered();
    expect([control.window, control.waitMs, control.reason]).toEqual([1, MINUTE_MS, 'Server busy']);
  });
});

describe('the queue of a site', () => {
  it('includes the messages that were released and those that are waiting', () => {
    const { control, pass } = controlled();
    expect(control.ratePerSecond).toBe(100);
    expect([control.lineUp(0), control.lineUp(0), control.lineUp(5)]).toEqual([10, 20, 80]);
    pass(25);
    expect(control.lineUp(0)).toBe(15);
    pass(1_000);
    expect(control.lineUp(0)).toBe(10);
  });

  it('advances by one message a minute during a trickle', () => {
    const { control } = controlled();
    control.signal({ kind: 'trickle', forMs: 90 * MINUTE_MS, reason: 'Server busy' });
    expect(control.ratePerSecond).toBe(1 / 60);
    expect([control.lineUp(0), control.lineUp(1)]).toEqual([MINUTE_MS, 3 * MINUTE_MS]);
  });
});

describe('the rate of a site', () => {
  it('is that of a fast site until the first gap between two replies is known, which then has a weight of one tenth', () => {
    const { control, pass } = controlled();
    pass(110);
    control.answered();
    expect(control.ratePerSecond).toBe(100);
    pass(110);
    control.answered();
    expect(control.ratePerSecond).toBe(1_000 / 20);
  });

  it('is at most ten thousand a second and at least one a minute', () => {
    const quick = controlled();
    quick.answer(500);
    expect(quick.control.ratePerSecond).toBeCloseTo(10_000, 0);
    const slow = controlled();
    for (let no = 0; no < 100; no += 1) {
      slow.pass(600 * MINUTE_MS);
      slow.answer(1);
    }
    expect(slow.control.ratePerSecond).toBe(1 / 60);
  });

  it('follows the replies', () => {
    const { control, pass } = controlled();
    for (let no = 0; no < 200; no += 1) {
      pass(20);
      control.answered();
    }
    expect(control.ratePerSecond).toBeCloseTo(50, 0);
  });

  it('is not measured while no messages are waiting', () => {
    const { control, pass } = controlled();
    for (let burst = 0; burst < 20; burst += 1) {
      for (let no = 0; no < 20; no += 1) {
        pass(20);
        control.answered(no < 19);
      }
      pass(10_000);
    }
    expect(control.ratePerSecond).toBeCloseTo(50, 0);
  });
});

describe('the table of providers', () => {
  it.each([
    ['gmail-smtp-in.l.google.com', 'google', 5, 50, true],
    ['ASPMX.L.GOOGLE.COM.', 'google', 5, 50, true],
    ['acme-com.mail.protection.outlook.com', 'office365', 5, 50, false],
    ['outlook-com.olc.protection.outlook.com', 'outlook', 5, 50, false],
    ['mta5.am0.yahoodns.net', 'yahoo', 10, 20, false],
    ['mx01.mail.icloud.com', 'apple', 10, 5, false],
    ['mx1.mxge.comcast.net', 'comcast', 25, 1_000, true],
    ['smtp-in.orange.fr', 'orange', 2, 100, true],
    ['mx.example.com', 'other', 10, 100, false],
    ['notgoogle.com', 'other', 10, 100, false],
  ])('maps %s to %s', (host, name, maxConnections, maxMailsPerConnection, requireTls) => {
    expect(providerOf(host)).toMatchObject({ name, limits: { maxConnections, maxMailsPerConnection }, requireTls });
  });
});
