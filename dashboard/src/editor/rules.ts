import { Extension } from '@tiptap/core';
import { Dropcursor, Gapcursor, Placeholder, UndoRedo } from '@tiptap/extensions';
import { Plugin } from '@tiptap/pm/state';
import { isSound, moveBlock } from './places.ts';

/** What no schema can say: a condition holds what may stand around it. A change that breaks it, like a drop, is not made. */
const Sound = Extension.create({
  name: 'sound',
  addProseMirrorPlugins: () => [new Plugin({ filterTransaction: (tr) => !tr.docChanged || isSound(tr.doc) })],
});

const Keys = Extension.create({
  name: 'keys',
  addKeyboardShortcuts() {
    return {
      'Alt-ArrowUp': () => moveBlock(this.editor, -1),
      'Alt-ArrowDown': () => moveBlock(this.editor, 1),
    };
  },
});

/** How the editor behaves, beside what its blocks are. */
export const RULES = [
  Sound,
  Keys,
  UndoRedo,
  Gapcursor,
  Dropcursor.configure({ color: false, class: 'pr-drop' }),
  Placeholder.configure({
    placeholder: 'Write, or type / to insert a block',
    showOnlyCurrent: true,
  }),
];
