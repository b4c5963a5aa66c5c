import type { LucideIcon } from 'lucide-react';
import {
  Code,
  Columns2,
  Columns3,
  GitBranch,
  Heading2,
  Image,
  List,
  ListOrdered,
  Minus,
  MousePointerClick,
  MoveVertical,
  PanelBottom,
  Pilcrow,
  Play,
  Quote,
  Share2,
  Square,
  Table,
} from 'lucide-react';
import { FOOTER } from '../design-options.ts';
import type { DesignBlock } from './design.ts';

/** A type of block that the user can insert. */
export type Kind = {
  readonly label: string;
  /** Additional search words. */
  readonly words: string;
  readonly icon: LucideIcon;
} & (
  | { readonly block: DesignBlock }
  /** Type of a block whose image the user selects before the block is inserted. */
  | { readonly type: 'image' | 'video' }
);

const paragraph: DesignBlock = { type: 'paragraph' };
const item: DesignBlock = { type: 'listItem', content: [paragraph] };
const tableRow = (isHeader: boolean): DesignBlock => ({
  type: 'tableRow',
  content: Array.from({ length: 3 }, () => ({ type: 'tableCell', ...(isHeader && { attrs: { isHeader } }) })),
});
const columns = (count: number): DesignBlock => ({
  type: 'columns',
  content: Array.from({ length: count }, () => ({ type: 'column', content: [paragraph] })),
});

/** Types of blocks that the user can insert, most common first. */
export const KINDS: readonly Kind[] = [
  { label: 'Text', words: 'paragraph plain', icon: Pilcrow, block: paragraph },
  { label: 'Heading', words: 'title headline', icon: Heading2, block: { type: 'heading', attrs: { level: 2 } } },
  { label: 'Image', words: 'picture photograph upload logo', icon: Image, type: 'image' },
  { label: 'Video', words: 'film movie youtube play', icon: Play, type: 'video' },
  {
    label: 'Button',
    words: 'link call to action',
    icon: MousePointerClick,
    block: { type: 'button', attrs: { href: 'https://', label: 'Read more' } },
  },
  { label: 'List', words: 'bullets points', icon: List, block: { type: 'bulletList', content: [item] } },
  {
    label: 'Numbered list',
    words: 'ordered steps',
    icon: ListOrdered,
    block: { type: 'orderedList', content: [item] },
  },
  { label: 'Quote', words: 'citation', icon: Quote, block: { type: 'blockquote', content: [paragraph] } },
  {
    label: 'Table',
    words: 'rows cells grid data',
    icon: Table,
    block: { type: 'table', content: [tableRow(true), tableRow(false)] },
  },
  { label: 'Divider', words: 'line rule separator', icon: Minus, block: { type: 'horizontalRule' } },
  { label: 'Spacer', words: 'space gap empty', icon: MoveVertical, block: { type: 'spacer', attrs: { height: 24 } } },
  { label: 'Two columns', words: 'side by side', icon: Columns2, block: columns(2) },
  { label: 'Three columns', words: 'side by side', icon: Columns3, block: columns(3) },
  {
    label: 'Section',
    words: 'box background color colour',
    icon: Square,
    block: { type: 'section', content: [paragraph] },
  },
  {
    label: 'Condition',
    words: 'if only for some',
    icon: GitBranch,
    block: { type: 'condition', attrs: { when: 'contact.first_name' }, content: [paragraph] },
  },
  {
    label: 'Social links',
    words: 'instagram facebook linkedin network profile',
    icon: Share2,
    block: { type: 'social', attrs: { textAlign: 'center' } },
  },
  { label: 'Footer', words: 'postal address unsubscribe preferences imprint legal', icon: PanelBottom, block: FOOTER },
  { label: 'HTML', words: 'code own', icon: Code, block: { type: 'html', attrs: { html: '' } } },
];

/** Returns the types of blocks for which a word of the label or the search words starts with the typed text. Pure. */
export function kindsFor(written: string): readonly Kind[] {
  const wanted = written.trim().toLowerCase();
  return KINDS.filter(({ label, words }) =>
    `${label} ${words}`
      .toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(wanted)),
  );
}

/** Labels for the types of nodes in a design. */
export const NAMES: Readonly<Record<string, string>> = {
  paragraph: 'Text',
  heading: 'Heading',
  bulletList: 'List',
  orderedList: 'Numbered list',
  blockquote: 'Quote',
  horizontalRule: 'Divider',
  spacer: 'Spacer',
  image: 'Image',
  video: 'Video',
  social: 'Social links',
  table: 'Table',
  button: 'Button',
  columns: 'Columns',
  section: 'Section',
  condition: 'Condition',
  html: 'HTML',
  mergeTag: 'Merge tag',
};
