import { expect, it } from 'vitest';
import { BEYOND, createRegistry, MAX_SERIES, type Family } from './metrics.ts';
import { writeMetrics } from './metrics-text.ts';

const textOf = (families: readonly Family[]): string => writeMetrics([{ process: 'main', families }]);

it('writes counters, gauges and histograms in the Prometheus text format', async () => {
  const registry = createRegistry();
  const mails = registry.counter({ name: 'mails_total', help: 'Mails.', labels: ['class'] });
  mails.add({ class: 'transactional' });
  mails.add({ class: 'transactional' }, 2);
  const times = registry.histogram({ name: 'times_seconds', help: 'Times.' }, [0.1, 1]);
  for (const seconds of [0.1, 0.5, 7]) times.observe({}, seconds);
  registry.gauge({ name: 'now', help: 'A "value"\nwith \\.' }, () => [{ labels: {}, value: -0.5 }]);
  expect(textOf(await registry.collect())).toBe(
    [
      '# HELP mails_total Mails.',
      '# TYPE mails_total counter',
      'mails_total{process="main",class="transactional"} 3',
      '# HELP times_seconds Times.',
      '# TYPE times_seconds histogram',
      'times_seconds_bucket{process="main",le="0.1"} 1',
      'times_seconds_bucket{process="main",le="1"} 2',
      'times_seconds_bucket{process="main",le="+Inf"} 3',
      'times_seconds_sum{process="main"} 7.6',
      'times_seconds_count{process="main"} 3',
      '# HELP now A "value"\\nwith \\\\.',
      '# TYPE now gauge',
      'now{process="main"} -0.5',
      '',
    ].join('\n'),
  );
});

it('escapes label values', async () => {
  const registry = createRegistry();
  registry.counter({ name: 'odd_total', help: 'Odd.', labels: ['name'] }).add({ name: 'a"b\\c\nd' });
  expect(textOf(await registry.collect())).toContain('odd_total{process="main",name="a\\"b\\\\c\\nd"} 1\n');
});

it('omits metrics that fail to be read and returns the others', async () => {
  const registry = createRegistry();
  registry.gauge({ name: 'broken', help: 'Broken.' }, () => Promise.reject(new Error('away')));
  registry.gauge({ name: 'thrown', help: 'Thrown.' }, () => {
    throw new Error('away');
  });
  registry.gauge({ name: 'whole', help: 'Whole.' }, () => [{ labels: {}, value: 1 }]);
  expect((await registry.collect()).map(({ name }) => name)).toEqual(['whole']);
});

it('limits the number of series of a metric', async () => {
  const registry = createRegistry();
  const counter = registry.counter({ name: 'many_total', help: 'Many.', labels: ['name'] });
  for (let at = 0; at < MAX_SERIES + 500; at += 1) counter.add({ name: `n${at}` });
  const [family] = await registry.collect();
  expect(family?.samples).toHaveLength(MAX_SERIES + 1);
  expect(family?.samples.at(-1)).toEqual({ suffix: '', labels: { name: BEYOND }, value: 500 });
});

it('writes a metric of several processes once, with a process label on each value', async () => {
  const families: Family[] = [
    { name: 'x_total', help: 'X.', type: 'counter', labels: [], samples: [{ suffix: '', labels: {}, value: 1 }] },
  ];
  const text = writeMetrics(['main', 'deliver-1'].map((process) => ({ process, families })));
  expect(text.match(/# TYPE x_total/g)).toHaveLength(1);
  expect(text).toContain('x_total{process="main"} 1\nx_total{process="deliver-1"} 1\n');
});

it('throws when two metrics have the same name', () => {
  const registry = createRegistry();
  registry.counter({ name: 'x_total', help: 'X.' });
  expect(() => registry.counter({ name: 'x_total', help: 'X.' })).toThrow('The metric x_total is registered twice');
});
