import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import type { Skeleton } from '../../../mail/skeleton.ts';
import { faultOf } from '../delivery/index.ts';
import { loadTemplates } from './queries.ts';
import { rendering } from './rendering.ts';
import { decodeTemplate, type StoredTemplate } from './template-bytes.ts';

/** Maximum number of compiled templates in memory. */
const KEPT_SKELETONS = 16;
/**
 * Minimum interval, in milliseconds, between reads of a template that cannot be compiled. Without this limit, the
 * template would be read for every recipient.
 */
const FAULT_MS = 5_000;

export interface TemplateKey {
  readonly accountId: number;
  readonly hash: Buffer;
}

/** A template that can be rendered. */
export interface Compiled {
  readonly template: StoredTemplate;
  readonly skeleton: Skeleton;
}

/** The error that prevents a template from being rendered, and the time when the error was detected. */
interface Faulty {
  readonly fault: Error;
  readonly seenAtMs: number;
}

/** Returns compiled templates by name (`nameOf`), or the error for a template that cannot be compiled. */
export type Templates = (keys: readonly TemplateKey[]) => Promise<ReadonlyMap<string, Compiled | Error>>;

/** Creates a function that reads and compiles templates on first use. Caches the 16 most recently used templates. */
export function createTemplates({ clock, db }: { readonly clock: Clock; readonly db: Db }): Templates {
  const kept = new Map<string, Compiled | Faulty>();

  /**
   * Returns whether a template must be read from the database: it is not cached, or its error was cached long enough
   * ago that the template may have been fixed.
   */
  function isUnknown(key: TemplateKey): boolean {
    const known = kept.get(nameOf(key));
    if (!known || !('fault' in known)) return !known;
    const age = clock.now() - known.seenAtMs;
    return age < 0 || age >= FAULT_MS;
  }

  return async (keys) => {
    const named = new Map(keys.map((key) => [nameOf(key), key]));
    const unknown = [...named.values()].filter(isUnknown);
    if (unknown.length > 0) {
      const rows = await loadTemplates(
        db,
        unknown.map(({ accountId }) => accountId),
        unknown.map(({ hash }) => hash),
      );
      const read = new Map(rows.map((row) => [nameOf({ accountId: row.account_id, hash: row.hash }), row.template]));
      for (const key of unknown) kept.set(nameOf(key), compileOrFault(read.get(nameOf(key)), clock));
    }
    const found = [...named.keys()].flatMap((name): [string, Compiled | Error][] => {
      const template = kept.get(name);
      if (!template) return [];
      // Move the most recently used template to the end.
      kept.delete(name);
      kept.set(name, template);
      return [[name, 'fault' in template ? template.fault : template]];
    });
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_SKELETONS) break;
      kept.delete(oldest);
    }
    return new Map(found);
  };
}

/** Returns the cache key of a template. */
export function nameOf({ accountId, hash }: TemplateKey): string {
  return `${accountId}.${hash.toString('base64')}`;
}

function compileOrFault(bytes: Buffer | undefined, clock: Clock): Compiled | Faulty {
  try {
    if (!bytes) throw new Error('The template does not exist');
    const template = decodeTemplate(bytes);
    return { template, skeleton: rendering(template, clock) };
  } catch (error) {
    return { fault: faultOf('the template of this mailing', error), seenAtMs: clock.now() };
  }
}
