import { resolveImport, withoutComments, type Source } from './source.ts';

const LOADED = /^(?:import|export)\s(?!\s*type\b)[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm;

/** Every module that a source has loaded before it runs: not its types, and not what it asks for later. */
export function loadsOf(source: Source): string[] {
  return [...withoutComments(source.text).matchAll(LOADED)].map((match) => match[1] ?? match[2] ?? '');
}

/** All that a file loads, files by their paths and packages by their names, each with the first file that loads it. */
export function loadedBy(sources: readonly Source[], start: string): ReadonlyMap<string, string> {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const found = new Map([[start, '']]);
  // A map gives out what is added while it is gone through.
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

/** What a file must not load and does, each with the way that leads there. */
export function needlessLoads(sources: readonly Source[], start: string, needless: RegExp): string[] {
  const loaded = loadedBy(sources, start);
  const wayTo = (path: string): string => {
    const from = loaded.get(path);
    return from ? `${wayTo(from)} -> ${path}` : path;
  };
  return [...loaded.keys()].filter((path) => needless.test(path)).map(wayTo);
}
