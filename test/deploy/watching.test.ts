import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMonitor } from '../../src/app/monitor/monitor.ts';
import { startDelivery } from '../../src/app/delivery.ts';
import { RFC_TIMEOUTS } from '../../src/smtp/connection.ts';
import type { Family } from '../../src/base/metrics.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { metricsOf, type UsedMetric } from './expressions.ts';

/** Metrics that Prometheus itself creates for each target, and the labels that it adds to all values. */
const OF_PROMETHEUS = { up: [] as string[] };
const LABELS_OF_TARGETS = ['job', 'instance', 'process', 'le'];

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const { groups } = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as {
  groups: { name: string; rules: Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(readFileSync('deploy/grafana/postrider.json', 'utf8')) as { panels: Panel[] };

let app: TestApp;
/** Every metric of every role, with its labels, as listed at `/metrics`. */
const given = new Map<string, Family>();

beforeAll(async () => {
  app = await startApp({
    POSTRIDER_METRICS_TOKEN: 'a-token-for-prometheus',
    POSTRIDER_BACKUP_DIR: '/nowhere',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  });
  for (const role of ['all', 'deliver'] as const) {
    const monitor = await createMonitor(app.installation, role);
    const delivery = role === 'deliver' ? startDelivery(app.installation, undefined, RFC_TIMEOUTS, monitor) : undefined;
    for (const family of await monitor.families()) given.set(family.name, family);
    await delivery?.stop();
    await monitor.close();
  }
});
afterAll(async () => app.close());

/** Returns an error message if a metric is used incorrectly, otherwise undefined. */
function faultOf({ labels, name }: UsedMetric): string | undefined {
  if (Object.hasOwn(OF_PROMETHEUS, name)) return undefined;
  const family = given.get(name) ?? given.get(name.replace(/_(?:bucket|sum|count)$/, ''));
  if (!family) return `there is no metric ${name}`;
  const isPart = family.name !== name;
  if (isPart !== (family.type === 'histogram')) return `${name} is not how a ${family.type} is read`;
  const unknown = labels.filter((label) => !family.labels.includes(label) && !LABELS_OF_TARGETS.includes(label));
  return unknown.length > 0 ? `${name} has no label ${unknown.join(', ')}` : undefined;
}

const faultsIn = (expression: string): string[] =>
  metricsOf(expression).flatMap((used) => {
    const fault = faultOf(used);
    return fault === undefined ? [] : [`${fault} in ${expression}`];
  });

describe('alerts', () => {
  it.each(alerts.map((alert) => [alert.alert, alert] as const))('%s uses existing metrics', (_name, alert) => {
    expect(faultsIn(alert.expr)).toEqual([]);
    expect(alert.for).toMatch(/^\d+[smh]$/);
    expect(['page', 'ticket']).toContain(alert.labels.severity);
    expect(alert.annotations.summary).toMatch(/^[A-Z{].*\.$/);
    const shown = [...alert.annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
    for (const label of shown) expect(alert.expr).toContain(label);
  });

  it('have unique names', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    expect(alerts.length).toBeGreaterThan(10);
  });

  it('with unknown metrics or labels are detected', () => {
    expect(faultsIn('sum(rate(postrider_attempts_total{clas="x"}[5m]))')).toHaveLength(1);
    expect(faultsIn('max by (tenant) (postrider_webhooks_due)')).toHaveLength(1);
    expect(faultsIn('postrider_attempt_total > 1')).toHaveLength(1);
    expect(faultsIn('rate(postrider_delivery_latency_seconds[5m])')).toHaveLength(1);
    for (const broken of ['sum(up', 'sum(up))', 'up{job=postrider}', 'foo(up)', 'up >', 'rate(up[5])', '']) {
      expect(() => metricsOf(broken), broken).toThrow();
    }
  });
});

describe('dashboard', () => {
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');

  it.each(panels.map((panel) => [panel.title, panel] as const))('%s shows existing metrics', (_title, panel) => {
    expect(panel.targets?.length).toBeGreaterThan(0);
    for (const { expr, legendFormat } of panel.targets ?? []) {
      expect(faultsIn(expr)).toEqual([]);
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
        const isKept =
          LABELS_OF_TARGETS.includes(label) || metricsOf(expr).some(({ labels }) => labels.includes(label));
        expect(isKept, `${legendFormat} of ${expr}`).toBe(true);
      }
    }
  });

  it('has panels that do not overlap', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    for (const [index, one] of dashboard.panels.entries()) {
      expect(one.gridPos.x + one.gridPos.w).toBeLessThanOrEqual(24);
      for (const other of dashboard.panels.slice(index + 1)) {
        const [a, b] = [one.gridPos, other.gridPos];
        const isOver = a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
        expect(isOver, `${one.title} and ${other.title}`).toBe(false);
      }
    }
  });
});

it('docs/metrics.md has every metric with its labels, and no other', () => {
  const page = readFileSync('docs/metrics.md', 'utf8');
  const listed = [...page.matchAll(/^\| `([a-z0-9_]+)` \| ([^|]*)\|/gm)].map(([, name = '', labels = '']) => [
    name,
    new Set([...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label)),
  ]);
  const there = [...given.values()].map(({ labels, name }) => [name, new Set(labels)]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(there));
});
