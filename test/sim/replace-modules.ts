import { registerHooks } from 'node:module';
import { plant, type Patch } from '../support/planted.ts';

const ROOT = new URL('../../', import.meta.url).href;
const STAND_INS = new URL('stand-ins/', import.meta.url).href;
const JOURNAL = /^src\/(?:base\/journal-|features\/sending\/delivery\/journal\/)/;

/** Imports to replace, the modules whose imports are replaced, and the replacements. The first match applies. */
const REPLACED: readonly { readonly wanted: RegExp; readonly by: RegExp; readonly standIn: string }[] = [
  { wanted: /^node:timers\/promises$/, by: /^src\//, standIn: 'timers-promises.ts' },
  { wanted: /^node:fs$/, by: JOURNAL, standIn: 'files.ts' },
  { wanted: /\/owner-lock\.ts$/, by: JOURNAL, standIn: 'owner-lock.ts' },
  { wanted: /\/crypto\.ts$/, by: JOURNAL, standIn: 'names.ts' },
  { wanted: /\/ids\.ts$/, by: /^src\/features\/sending\/delivery\/outcomes\/record\.ts$/, standIn: 'event-ids.ts' },
  { wanted: /\/smtp\/connection\.ts$/, by: /^src\/features\/sending\/delivery\//, standIn: 'connection.ts' },
];

/** Replaces imports of the production modules that this thread loads from now on, and patches their source code. */
export function replaceModules(patches: readonly Patch[]): void {
  registerHooks({
    resolve(specifier, context, next) {
      const asker = context.parentURL?.startsWith(ROOT) ? context.parentURL.slice(ROOT.length) : '';
      const found = REPLACED.find(({ by, wanted }) => wanted.test(specifier) && by.test(asker));
      return found ? { url: STAND_INS + found.standIn, shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const wanted = patches.filter(({ path }) => url === ROOT + path);
      if (wanted.length === 0) return loaded;
      // Safe cast: the source of a module is text or bytes.
      let source = Buffer.from(loaded.source as Uint8Array).toString();
      for (const patch of wanted) source = plant(source, patch);
      return { ...loaded, source };
    },
  });
}
