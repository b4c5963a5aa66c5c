import { resolveImport, withoutComments, type Source } from './source.ts';

const LOADED = /^(?:import|export)\s(?!\s*type\b)[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm;

/** Returns the modules that a source file loads before it runs. Excludes type imports and dynamic imports. */
export function loadsOf(source: Source): string[] {
  return [...withoutComments(source.text).matchAll(LOADED)].map((match) => match[1] ?? match[2] ?? '');
}

/**
 * Returns all files (by path) and packages (by name) that a file loads directly or indirectly, each with the first file
 * that imports it.
 */
export function loadedBy(sources: readonly Source[], start: string): ReadonlyMap<string, string> {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const found = new Map([[start, '']]);
  // Iterating over a Map also visits entries added during the iteration.
  for (const path of found.keys()) {
    const source = byPath.get(path);
    if (!source) continue;
    for (const specifier of loadsOf(source)) {
      const loaded = specifier.startsWith('.') ? resolveImport(path, specifier) : specifier;
      if (!found.has(loaded)) found.set(loaded, path);
    }
  }
  return found;
}

/**
 * Returns the files and packages matching `needless` that a file loads, each with the import chain that leads to it.
 */
export function needlessLoads(sources: readonly Source[], start: string, needless: RegExp): string[] {
  const loaded = loadedBy(sources, start);
  const wayTo = (path: string): string => {
    const from = loaded.get(path);
    return from ? `${wayTo(from)} -> ${path}` : path;
  };
  return [...loaded.keys()].filter((path) => needless.test(path)).map(wayTo);
}
