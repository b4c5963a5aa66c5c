import type { AnyExtension } from '@tiptap/core';
import { CONTAINERS } from './containers.ts';
import { INLINE } from './inline.ts';
import { LEAVES } from './leaves.ts';
import { TABLES } from './tables.ts';
import { TEXTS } from './texts.ts';

/**
 * Extensions for all nodes and marks of `src/mail/design/schema.ts`. Their attributes have the same names as in that
 * file.
 */
export const BLOCKS: readonly AnyExtension[] = [...TEXTS, ...TABLES, ...CONTAINERS, ...LEAVES, ...INLINE];
