/** A sample of a metric: the suffix of the metric's name (such as `_bucket`), the labels, and the value. */
export interface Sample {
  readonly suffix: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with its samples, in the form in which processes send it to each other. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Label names of the metric. */
  readonly labels: readonly string[];
  readonly samples: readonly Sample[];
}

/** Name, help text and labels of a metric. */
export interface MetricName<Label extends string = never> {
  /** Name of the metric. It ends with the unit, or with `_total` for a counter. */
  readonly name: string;
  /** Description of the metric for readers of the metrics page. */
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** A counter that is 0 when its process starts, and only increases. */
export interface Counter<Label extends string> {
  add(labels: Readonly<Record<Label, string>>, by?: number): void;
}

/** For each bound, counts the observed values that do not exceed it. */
export interface Histogram<Label extends string> {
  observe(labels: Readonly<Record<Label, string>>, value: number): void;
}

/** The current value for one set of labels. */
export interface Reading<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

/** The metrics of a process. */
export interface Registry {
  counter<Label extends string = never>(about: MetricName<Label>): Counter<Label>;
  /** Registers a histogram. `bounds` must be in ascending order. Values above the last bound are counted too. */
  histogram<Label extends string = never>(about: MetricName<Label>, bounds: readonly number[]): Histogram<Label>;
  /** Registers a gauge that is read for each collection. If reading it fails, the collection does not include it. */
  gauge<Label extends string = never>(
    about: MetricName<Label>,
    read: () => readonly Reading<Label>[] | Promise<readonly Reading<Label>[]>,
  ): void;
  /** Registers a counter that is stored elsewhere and read for each collection. The value must never decrease. */
  counted<Label extends string = never>(about: MetricName<Label>, read: () => readonly Reading<Label>[]): void;
  /** Reads all metrics. Never rejects. */
  collect(): Promise<Family[]>;
}

/** Maximum number of series per metric. This limits the memory use of a label with arbitrarily many values. */
export const MAX_SERIES = 2_000;
/** Label value that all series beyond MAX_SERIES share. */
export const BEYOND = 'other';

type Source = () => Promise<Family>;

/** Creates an empty registry. It throws if a name is registered twice. */
export function createRegistry(): Registry {
  const sources = new Map<string, Source>();

  function register(name: string, source: Source): void {
    if (sources.has(name)) throw new Error(`The metric ${name} is registered twice`);
    sources.set(name, source);
  }

  return {
    counter(about) {
      const series = createSeries(about.labels ?? [], () => ({ value: 0 }));
      register(about.name, async () =>
        familyOf(about, 'counter', series.all(), ({ labels, kept }) => [{ suffix: '', labels, value: kept.value }]),
      );
      return {
        add(labels, by = 1) {
          series.of(labels).value += by;
        },
      };
    },
    histogram(about, bounds) {
      const series = createSeries(about.labels ?? [], () => ({ counts: bounds.map(() => 0), count: 0, sum: 0 }));
      register(about.name, async () =>
        familyOf(about, 'histogram', series.all(), ({ labels, kept }) => histogramSamples(labels, bounds, kept)),
      );
      return {
        observe(labels, value) {
          const kept = series.of(labels);
          kept.count += 1;
          kept.sum += value;
          const at = bounds.findIndex((bound) => value <= bound);
          if (at !== -1) kept.counts[at] = (kept.counts[at] ?? 0) + 1;
        },
      };
    },
    gauge(about, read) {
      register(about.name, async () => familyOf(about, 'gauge', await read(), readingSamples));
    },
    counted(about, read) {
      register(about.name, async () => familyOf(about, 'counter', read(), readingSamples));
    },
    async collect() {
      const collected = await Promise.allSettled([...sources.values()].map((source) => source()));
      return collected.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
  };
}

/** Creates storage for one value per set of labels. */
function createSeries<Label extends string, T>(names: readonly Label[], create: () => T) {
  const series = new Map<string, { readonly labels: Readonly<Record<string, string>>; readonly kept: T }>();

  function of(labels: Readonly<Record<Label, string>>): T {
    const key = names.map((name) => labels[name]).join('\0');
    const found = series.get(key);
    if (found) return found.kept;
    const isBeyond = series.size >= MAX_SERIES && names.some((name) => labels[name] !== BEYOND);
    if (isBeyond) return of(Object.fromEntries(names.map((name) => [name, BEYOND])) as Record<Label, string>);
    const kept = create();
    series.set(key, { labels: { ...labels }, kept });
    return kept;
  }
  return { of, all: () => [...series.values()] };
}

function familyOf<T>(
  { help, labels = [], name }: MetricName<string>,
  type: Family['type'],
  items: readonly T[],
  samplesOf: (item: T) => Sample[],
): Family {
  return { name, help, type, labels, samples: items.flatMap(samplesOf) };
}

function readingSamples({ labels, value }: Reading<string>): Sample[] {
  return [{ suffix: '', labels, value }];
}

function histogramSamples(
  labels: Readonly<Record<string, string>>,
  bounds: readonly number[],
  kept: { readonly counts: readonly number[]; readonly count: number; readonly sum: number },
): Sample[] {
  let below = 0;
  const buckets = bounds.map((bound, at) => {
    below += kept.counts[at] ?? 0;
    return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: below };
  });
  return [
    ...buckets,
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: kept.count },
    { suffix: '_sum', labels, value: kept.sum },
    { suffix: '_count', labels, value: kept.count },
  ];
}
