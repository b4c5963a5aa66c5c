import type { ComponentType } from 'react';
import type { LucideIcon } from 'lucide-react';

/**
 * Place of a page in the navigation. The pages of an area appear in the order of their rows, for example in
 * `CAMPAIGN_PAGES`.
 */
interface Place {
  readonly icon: LucideIcon;
  /** Path of the page whose navigation entry contains this page as a tab. Absent if this page has its own entry. */
  readonly tabOf?: string;
  /** Second key of the keyboard shortcut that opens the page. The first key is `g`. No two pages have the same key. */
  readonly key?: string;
}

export interface LoadedPage {
  /** Path after /app. `$id` is a parameter, which pages read with `useParams({ strict: false })`. */
  readonly path: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

export interface PageRow extends LoadedPage {
  /** Name in the navigation and the command palette. If the page has a parameter, the name is the type of object. */
  readonly label: string;
  /** Additional search words for the command palette. */
  readonly words?: string;
  readonly place?: Place;
  /** Example value of the path parameter. Absent if the path has no parameter. */
  readonly example?: string;
  /** Scope that the user's role must have for the page. */
  readonly scope?: string;
}
