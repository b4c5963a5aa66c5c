import type { Clock } from '../../../../base/clock.ts';
import { createSiteControl, type SiteControl } from './site-control.ts';
import { createSite, isIdle, type Site, type SiteRoute } from './site.ts';

/** Sites whose behaviour is remembered while they have no mail. */
const MAX_REMEMBERED = 10_000;

/** The sites that have mail, and how those behave that had some. */
export interface Sites {
  /** The site of a route; made when there is none. */
  of(route: SiteRoute): Site;
  all(): readonly Site[];
  remove(name: string): void;
}

/** No sites yet. */
export function createSites(parts: { readonly clock: Clock; readonly runLane: (site: Site) => Promise<void> }): Sites {
  const sites = new Map<string, Site>();
  const controls = new Map<string, SiteControl>();

  function controlOf({ limits, site }: SiteRoute): SiteControl {
    const control = controls.get(site) ?? createSiteControl(limits, parts.clock);
    // Written anew, it is the youngest again.
    controls.delete(site);
    controls.set(site, control);
    const oldest = controls.keys().next().value;
    if (controls.size > MAX_REMEMBERED && oldest !== undefined) controls.delete(oldest);
    return control;
  }

  return {
    of(route) {
      const known = sites.get(route.site);
      if (known) return known;
      for (const [name, site] of sites) if (isIdle(site)) sites.delete(name);
      const { isOwned, provider, site: name } = route;
      const site = createSite({ name, provider, isOwned, control: controlOf(route), runLane: parts.runLane });
      sites.set(name, site);
      return site;
    },
    all: () => [...sites.values()],
    remove: (name) => void sites.delete(name),
  };
}
