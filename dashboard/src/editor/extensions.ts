import type { AnyExtension } from '@tiptap/core';
import { CONTAINERS } from './containers.ts';
import { INLINE } from './inline.ts';
import { LEAVES } from './leaves.ts';
import { TEXTS } from './texts.ts';

/** Extensions for each node and mark of `src/mail/design/schema.ts`, with the same attribute names. */
export const BLOCKS: readonly AnyExtension[] = [...TEXTS, ...CONTAINERS, ...LEAVES, ...INLINE];
