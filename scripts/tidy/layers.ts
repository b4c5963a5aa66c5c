import { importsOf, isTest, resolveImport, type Source } from './source.ts';
import { placesOf, WINGS } from './wings.ts';

/** Allowed imports: each layer, with the lower layers that the layer may use. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  main: ['app'],
  app: ['features', 'http', 'smtp', 'mail', 'base'],
  features: ['http', 'smtp', 'mail', 'base'],
  http: ['mail', 'base'],
  smtp: ['mail', 'base'],
  mail: [],
  base: [],
};

/**
 * Entry points of a feature. The second entry point is optional. Delivery processes use it to load only a part of the
 * feature.
 */
const DOORS = ['index.ts', 'for-delivery.ts'];

const PLACES = placesOf(WINGS);

/** Modules and packages that `mail` may use, because they only compute and have no side effects. */
const PURE_MODULES = [
  'node:crypto',
  'node:buffer',
  'node:url',
  'saxes',
  'liquidjs',
  'intl-messageformat',
  'typebox',
  'typebox/value',
  'parse5',
  'css-tree',
  'css-select',
  'entities',
];

/** The only file of `mail` that reads files. */
const CATALOG = 'src/mail/languages/catalog.ts';

/** Returns an error message for each import that violates the layering rules. */
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
  if (!/\.(?:ts|json)$/.test(to)) return 'an import ends in .ts or .json';
  const [fromLayer, toLayer] = [layerOf(from), layerOf(to)];
  if (fromLayer !== toLayer) {
    if (!LAYERS[fromLayer]?.includes(toLayer)) return `${fromLayer} may not import ${toLayer}`;
    return toLayer === 'features' ? faultOfExports(to) : undefined;
  }
  if (fromLayer !== 'features') return undefined;
  return faultBetweenFeatures(from, to);
}

function faultBetweenFeatures(from: string, to: string): string | undefined {
  const [fromFeature, toFeature] = [featureOf(from), featureOf(to)];
  if (fromFeature === toFeature) return undefined;
  const place = PLACES.get(fromFeature);
  if (!place) return `the feature ${fromFeature} has no row in the table of scripts/tidy/wings.ts`;
  if (!place.uses.includes(toFeature)) return `the row of ${fromFeature} does not list ${toFeature}`;
  return faultOfExports(to);
}

function faultOfExports(to: string): string | undefined {
  const feature = featureOf(to);
  const folder = `src/features/${PLACES.get(feature)?.wing}/${feature}/`;
  return DOORS.some((exportsFile) => to === folder + exportsFile)
    ? undefined
    : 'a feature is imported through its index.ts';
}

function faultOfPackage(from: string, specifier: string): string | undefined {
  if (layerOf(from) !== 'mail' || isTest(from) || PURE_MODULES.includes(specifier)) return undefined;
  if (from === CATALOG && specifier === 'node:fs') return undefined;
  return `mail/ is pure: only ${PURE_MODULES.join(', ')}`;
}

function layerOf(path: string): string {
  return path === 'src/main.ts' ? 'main' : (path.split('/')[1] ?? '');
}

/** Returns the feature of a path such as `src/features/<group>/<feature>/index.ts`. */
function featureOf(path: string): string {
  return path.split('/')[3] ?? '';
}

/** Returns feature folders that are missing from the table or are in a different group than in the table. */
export function unlistedFeatures(sources: readonly Source[]): string[] {
  const paths = sources.filter(({ path }) => layerOf(path) === 'features').map(({ path }) => path);
  const found = new Set(paths.map((path) => path.split('/').slice(2, 4).join('/')));
  const known = new Set([...PLACES].map(([feature, { wing }]) => `${wing}/${feature}`));
  return [...found].filter((folder) => !known.has(folder));
}

/** Returns the features in `PLACES` that have no folder. Ignores groups that have no folder either. */
export function missingFeatures(sources: readonly Source[]): string[] {
  const parts = sources.filter(({ path }) => layerOf(path) === 'features').map(({ path }) => path.split('/'));
  const wings = new Set(parts.map((path) => path[2]));
  const found = new Set(parts.map((path) => path[3]));
  return [...PLACES].flatMap(([feature, { wing }]) => (wings.has(wing) && !found.has(feature) ? [feature] : []));
}

/**
 * Returns import cycles, each as a list of the paths in the cycle. Cycles that share files may not all be returned.
 * Type imports count, because cycles between types are also cycles.
 */
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
