import type { ComponentType } from 'react';
import type { LucideIcon } from 'lucide-react';

/** Entry of a page in the navigation. Entries of an area are in the order of the table. */
interface Place {
  readonly icon: LucideIcon;
  /** Letter that opens the page after `g`. Each letter is used once. */
  readonly key?: string;
}

export interface LoadedPage {
  /** Path below /app. `$id` is a parameter, which pages read with `useParams({ strict: false })`. */
  readonly path: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

export interface PageRow extends LoadedPage {
  /** Name in the navigation and the palette. For a page with a parameter, the type of object. */
  readonly label: string;
  /** Additional search words for the palette. */
  readonly words?: string;
  readonly place?: Place;
  /** Example of the parameter, for pages with one. */
  readonly example?: string;
  /** Scope that the user's role needs for the page. */
  readonly scope?: string;
}
