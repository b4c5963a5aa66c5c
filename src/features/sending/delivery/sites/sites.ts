import type { Clock } from '../../../../base/clock.ts';
import { createServerMemory, type ServerMemory } from './server-memory.ts';
import { createSiteControl, type SiteControl } from './site-control.ts';
import { createSite, isIdle, type Site, type SiteRoute } from './site.ts';

/** Maximum number of sites whose learned state is kept. */
const MAX_REMEMBERED = 10_000;

/** The active sites, and the learned state of sites that were active before. */
export interface Sites {
  /** Returns the site of a route. Creates the site if necessary. */
  of(route: SiteRoute): Site;
  all(): readonly Site[];
  remove(name: string): void;
}

/** The state of a site that is kept while the site has no messages. */
interface Remembered {
  readonly control: SiteControl;
  readonly servers: ServerMemory;
}

export function createSites(parts: {
  readonly clock: Clock;
  readonly runConnectionWorker: (site: Site) => Promise<void>;
}): Sites {
  const sites = new Map<string, Site>();
  const remembered = new Map<string, Remembered>();

  function rememberedOf({ limits, site }: SiteRoute): Remembered {
    const { clock } = parts;
    const known = remembered.get(site) ?? {
      control: createSiteControl(limits, clock),
      servers: createServerMemory(clock),
    };
    // Delete and insert the entry again, so that it becomes the newest.
    remembered.delete(site);
    remembered.set(site, known);
    const oldest = remembered.keys().next().value;
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return known;
  }

  return {
    of(route) {
      const known = sites.get(route.site);
      if (known) return known;
      for (const [name, site] of sites) if (isIdle(site)) sites.delete(name);
      const { isOwned, provider, site: name } = route;
      const site = createSite({
        name,
        provider,
        isOwned,
        ...rememberedOf(route),
        runConnectionWorker: parts.runConnectionWorker,
      });
      sites.set(name, site);
      return site;
    },
    all: () => [...sites.values()],
    remove: (name) => void sites.delete(name),
  };
}
