import type { Family, Sample } from './metrics.ts';

/** Media type of the metrics page (Prometheus text-based exposition format 0.0.4). */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics of one process. */
export interface ProcessFamilies {
  /** Name of the process. Unique among the processes on the page. */
  readonly process: string;
  readonly families: readonly Family[];
}

/**
 * Formats the metrics of several processes as one page. Each value has a `process` label, so that a restarted process
 * resets only its own counters.
 */
export function writeMetrics(processes: readonly ProcessFamilies[]): string {
  const metrics = new Map<string, { readonly family: Family; readonly lines: string[] }>();
  for (const { families, process } of processes) {
    for (const family of families) {
      const metric = metrics.get(family.name) ?? { family, lines: [] };
      metrics.set(family.name, metric);
      for (const sample of family.samples) metric.lines.push(lineOf(family.name, sample, process));
    }
  }
  const texts = [...metrics.values()].map(({ family: { help, name, type }, lines }) =>
    [`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`, ...lines].join('\n'),
  );
  return `${texts.join('\n')}\n`;
}

function lineOf(name: string, { labels, suffix, value }: Sample, process: string): string {
  const pairs = Object.entries({ process, ...labels }).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${suffix}{${pairs.join(',')}} ${shownValue(value)}`;
}

function shownValue(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : `${value > 0 ? '+' : '-'}Inf`;
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}
