import type { ComponentType } from 'react';
import type { LucideIcon } from 'lucide-react';

/** Where a page stands in the navigation: in its area, in the order of the table. */
interface Place {
  readonly icon: LucideIcon;
  /** After `g` it leads here; each letter once. */
  readonly key?: string;
}

export interface LoadedPage {
  /** Below /app; `$id` is a parameter, read by `useParams({ strict: false })`. */
  readonly path: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

export interface PageRow extends LoadedPage {
  /** What it is called, in the navigation and in the palette; of a page with a parameter, its noun. */
  readonly label: string;
  /** Further words by which the palette finds it. */
  readonly words?: string;
  readonly place?: Place;
  /** Of a page with a parameter: what such a parameter looks like. */
  readonly example?: string;
  /** For whose role has this scope only. */
  readonly scope?: string;
}
