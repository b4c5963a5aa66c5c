import { expect, test } from 'vitest';
import { embeddedSettings, renderSettings } from './settings.ts';

const GIBIBYTE = 1024 ** 3;
const base = { durable: true, statementStatistics: true };

test.for([
  [0.1, '32MB', '16MB', '64MB'],
  [1, '256MB', '16MB', '64MB'],
  [4, '1024MB', '32MB', '256MB'],
  [8, '2048MB', '32MB', '512MB'],
  [256, '2048MB', '32MB', '512MB'],
] as const)(
  'with %d GiB of memory, shared_buffers is %s, work_mem %s and maintenance_work_mem %s',
  ([memory, buffers, work, maintenance]) => {
    expect(embeddedSettings({ ...base, memoryBytes: memory * GIBIBYTE })).toMatchObject({
      shared_buffers: buffers,
      work_mem: work,
      maintenance_work_mem: maintenance,
    });
  },
);

test('commits are durable unless durable is false', () => {
  const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
  expect(embeddedSettings({ ...base, memoryBytes: GIBIBYTE })).toMatchObject(durable);
  const quick = { fsync: 'off', synchronous_commit: 'on', full_page_writes: 'off' };
  expect(embeddedSettings({ ...base, durable: false, memoryBytes: GIBIBYTE })).toMatchObject(quick);
});

test('max_connections is 60 by default', () => {
  expect(embeddedSettings({ ...base, memoryBytes: GIBIBYTE })['max_connections']).toBe('60');
  expect(embeddedSettings({ ...base, memoryBytes: GIBIBYTE, maxConnections: 7 })['max_connections']).toBe('7');
});

test('renderSettings quotes values', () => {
  expect(renderSettings({ a: `it's` })).toMatch(/^a = 'it''s'$/m);
});
