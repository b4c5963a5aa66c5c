import { importsOf, isTest, resolveImport, type Source } from './source.ts';

/** Who may import whom: a layer, and the layers below it that it may use. Downwards only. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  main: ['app'],
  app: ['features', 'http', 'smtp', 'mail', 'base'],
  features: ['http', 'smtp', 'mail', 'base'],
  http: ['base'],
  smtp: ['mail', 'base'],
  mail: [],
  base: [],
};

/** The features by rank: one imports only those of a lower rank, so that there are no circles. */
export const RANKS: readonly (readonly string[])[] = [
  ['accounts', 'dashboard', 'inbox', 'progress', 'routes', 'transport-security', 'warm-up'],
  [
    'access',
    'imports',
    'delivery-alerts',
    'mail-reports',
    'usage',
    'transactional-tags',
    'webhooks',
    'domains',
    'contact-fields',
    'lists',
    'tags',
  ],
  ['tracking', 'mail-health', 'people', 'templates', 'contacts', 'delivery', 'suppressions'],
  ['account-settings', 'deletion', 'mailings'],
  ['inbound', 'operator', 'transactional', 'forms', 'campaigns'],
  ['automations', 'account-api', 'compat', 'mcp', 'message-views', 'oauth'],
];

/** Which features each feature uses. `delivery` never imports who sends: outcomes go to listeners that app/ wires. */
export const FEATURES: Readonly<Record<string, readonly string[]>> = {
  accounts: [],
  routes: [],
  'transport-security': [],
  'warm-up': [],
  inbox: [],
  dashboard: [],
  progress: [],
  imports: ['accounts', 'progress'],
  access: ['accounts'],
  domains: ['accounts'],
  delivery: ['domains', 'routes', 'transport-security', 'warm-up'],
  'account-settings': ['accounts', 'mail-health', 'transactional-tags', 'usage'],
  deletion: ['accounts', 'people'],
  operator: ['accounts', 'account-settings', 'deletion', 'delivery', 'transactional-tags', 'usage'],
  mailings: ['delivery'],
  inbound: ['domains', 'delivery'],
  suppressions: ['accounts', 'imports'],
  'delivery-alerts': [],
  'mail-reports': [],
  'transactional-tags': ['accounts'],
  usage: ['accounts'],
  webhooks: ['accounts'],
  tracking: ['transactional-tags'],
  'mail-health': ['accounts', 'transactional-tags'],
  people: ['accounts', 'access'],
  'account-api': ['accounts', 'access'],
  mcp: [],
  oauth: ['accounts', 'access', 'people'],
  transactional: ['accounts', 'domains', 'delivery', 'suppressions', 'transactional-tags', 'tracking', 'usage'],
  compat: ['transactional'],
  'message-views': ['accounts', 'delivery', 'domains', 'progress', 'transactional', 'usage', 'webhooks'],
};

/** Modules and packages that `mail` may use: they compute and touch nothing outside. */
const PURE_MODULES = ['node:crypto', 'node:buffer', 'node:url', 'saxes', 'liquidjs'];

/** Each import that breaks the layers, as a sentence. */
export function brokenLayers(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    importsOf(source).flatMap((specifier) => {
      const fault = specifier.startsWith('.')
        ? faultOfRelative(source.path, specifier)
        : faultOfPackage(source.path, specifier);
      return fault === undefined ? [] : [`${source.path} imports ${specifier}: ${fault}`];
    }),
  );
}

function faultOfRelative(from: string, specifier: string): string | undefined {
  const to = resolveImport(from, specifier);
  if (isTest(from) && to.startsWith('test/support/')) return undefined;
  if (!to.startsWith('src/')) return 'it lies outside src/';
  if (!to.endsWith('.ts')) return 'an import ends in .ts';
  const [fromLayer, toLayer] = [layerOf(from), layerOf(to)];
  if (fromLayer !== toLayer) {
    if (!LAYERS[fromLayer]?.includes(toLayer)) return `${fromLayer} may not import ${toLayer}`;
    return toLayer === 'features' ? faultOfDoor(to) : undefined;
  }
  if (fromLayer !== 'features') return undefined;
  return faultBetweenFeatures(from, to);
}

function faultBetweenFeatures(from: string, to: string): string | undefined {
  const [fromFeature, toFeature] = [featureOf(from), featureOf(to)];
  if (fromFeature === toFeature) return undefined;
  const allowed = Object.hasOwn(FEATURES, fromFeature) ? FEATURES[fromFeature] : undefined;
  if (!allowed) return `the feature ${fromFeature} has no row in the table of scripts/tidy/layers.ts`;
  if (!allowed.includes(toFeature)) return `the row of ${fromFeature} does not list ${toFeature}`;
  return faultOfDoor(to);
}

function faultOfDoor(to: string): string | undefined {
  return to === `src/features/${featureOf(to)}/index.ts` ? undefined : 'a feature is imported through its index.ts';
}

function faultOfPackage(from: string, specifier: string): string | undefined {
  if (layerOf(from) !== 'mail' || isTest(from) || PURE_MODULES.includes(specifier)) return undefined;
  return `mail/ is pure: only ${PURE_MODULES.join(', ')}`;
}

function layerOf(path: string): string {
  return path === 'src/main.ts' ? 'main' : (path.split('/')[1] ?? '');
}

function featureOf(path: string): string {
  return path.split('/')[2] ?? '';
}

/** What is wrong with the tables themselves: a row that reaches sideways or upwards, or a feature without a rank. */
export function brokenTable(
  features: Readonly<Record<string, readonly string[]>>,
  ranks: readonly (readonly string[])[],
): string[] {
  const rankOf = (feature: string): number => ranks.findIndex((row) => row.includes(feature));
  return Object.entries(features).flatMap(([feature, uses]) => {
    if (rankOf(feature) < 0) return [`${feature} has no rank`];
    return uses
      .filter((used) => rankOf(used) < 0 || rankOf(used) >= rankOf(feature))
      .map((used) => `${feature} uses ${used}, which is not of a lower rank`);
  });
}

/** Feature folders that the table does not know. */
export function unlistedFeatures(sources: readonly Source[]): string[] {
  const found = new Set(
    sources.filter((source) => layerOf(source.path) === 'features').map((source) => featureOf(source.path)),
  );
  return [...found].filter((feature) => !Object.hasOwn(FEATURES, feature));
}

/** Each circle of imports once, as the paths along it. Type imports count: a circle of types is one too. */
export function circles(sources: readonly Source[]): string[] {
  const edges = new Map(
    sources.map((source) => [
      source.path,
      importsOf(source)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => resolveImport(source.path, specifier)),
    ]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      return;
    }
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return found;
}
