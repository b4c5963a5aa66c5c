import type { AnyExtension } from '@tiptap/core';
import { CONTAINERS } from './containers.ts';
import { INLINE } from './inline.ts';
import { LEAVES } from './leaves.ts';
import { TEXTS } from './texts.ts';

/** A node or mark for each of `src/mail/design/schema.ts`, with its attributes under the names that it has there. */
export const BLOCKS: readonly AnyExtension[] = [...TEXTS, ...CONTAINERS, ...LEAVES, ...INLINE];
