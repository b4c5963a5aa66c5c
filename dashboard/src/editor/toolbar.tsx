import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useEditorState, type Editor } from '@tiptap/react';
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Braces,
  Code,
  Italic,
  Link,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { Choice } from '../components/choice.ts';
import { AddMenu } from './add-menu.tsx';
import type { Kind } from './kinds.ts';
import { LinkDialog } from './link-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { Level } from './level.tsx';

interface Tool {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isOn?: boolean;
  readonly isOff?: boolean;
  readonly act: () => void;
}

const MARKS = [
  { name: 'bold', label: 'Bold', icon: Bold },
  { name: 'italic', label: 'Italic', icon: Italic },
  { name: 'underline', label: 'Underline', icon: Underline },
  { name: 'strike', label: 'Strikethrough', icon: Strikethrough },
  { name: 'code', label: 'Code', icon: Code },
] as const;
const ALIGNS = [
  { align: 'left', label: 'Align left', icon: AlignLeft },
  { align: 'center', label: 'Align center', icon: AlignCenter },
  { align: 'right', label: 'Align right', icon: AlignRight },
] as const;
const ALIGNED = ['paragraph', 'heading', 'image', 'button'];

/** What is done with a text or block, in one row: one stop of the Tab key, and arrows within it. */
export function Toolbar(props: {
  readonly editor: Editor;
  readonly fields: readonly Choice[];
  readonly onPut: (kind: Kind) => void;
}): ReactNode {
  const { editor, fields, onPut } = props;
  const [asked, setAsked] = useState<'link' | 'tag'>();
  const row = useRef<HTMLDivElement>(null);
  const now = useEditorState({ editor, selector: ({ editor: of }) => stateOf(of) });
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const buttons = [...(row.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (by === undefined || at === -1) return;
    event.preventDefault();
    buttons.at((at + by) % buttons.length)?.focus();
  };
  const groups = groupsOf(editor, now, setAsked);
  return (
    <div
      ref={row}
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={step}
      className="sticky top-0 z-10 max-sm:top-14 flex flex-wrap items-center gap-x-1 gap-y-0.5 border-b border-line bg-surface px-3 py-2"
    >
      <AddMenu onPut={onPut} />
      <Level editor={editor} />
      {groups.map((tools, index) => (
        <span key={tools[0]?.label ?? index} className="flex border-l border-line pl-1">
          {tools.map((tool) => (
            <ToolButton key={tool.label} {...tool} />
          ))}
        </span>
      ))}
      {asked === 'link' && <LinkDialog editor={editor} onClose={() => setAsked(undefined)} />}
      {asked === 'tag' && <TagDialog editor={editor} fields={fields} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

interface Now {
  readonly marks: readonly string[];
  readonly align: string;
  readonly mayUndo: boolean;
  readonly mayRedo: boolean;
}

function stateOf(editor: Editor): Now {
  const aligned = ALIGNED.find((name) => editor.isActive(name));
  const align: unknown = aligned && editor.getAttributes(aligned)['textAlign'];
  return {
    marks: [...MARKS.map(({ name }) => name), 'link'].filter((name) => editor.isActive(name)),
    align: aligned === undefined ? '' : typeof align === 'string' ? align : 'left',
    mayUndo: editor.can().undo(),
    mayRedo: editor.can().redo(),
  };
}

function groupsOf(editor: Editor, now: Now, ask: (what: 'link' | 'tag') => void): readonly (readonly Tool[])[] {
  const align = (to: string): void => {
    const name = ALIGNED.find((each) => editor.isActive(each));
    if (name)
      editor
        .chain()
        .focus()
        .updateAttributes(name, { textAlign: to === 'left' ? null : to })
        .run();
  };
  return [
    MARKS.map(({ icon, label, name }) => ({
      label,
      icon,
      isOn: now.marks.includes(name),
      act: () => editor.chain().focus().toggleMark(name).run(),
    })),
    [
      { label: 'Link', icon: Link, isOn: now.marks.includes('link'), act: () => ask('link') },
      { label: 'Merge tag', icon: Braces, act: () => ask('tag') },
    ],
    ALIGNS.map((each) => ({
      label: each.label,
      icon: each.icon,
      isOn: now.align === each.align,
      isOff: now.align === '',
      act: () => align(each.align),
    })),
    [
      { label: 'Undo', icon: Undo2, isOff: !now.mayUndo, act: () => editor.chain().focus().undo().run() },
      { label: 'Redo', icon: Redo2, isOff: !now.mayRedo, act: () => editor.chain().focus().redo().run() },
    ],
  ];
}

function ToolButton({ act, icon: Icon, isOff = false, isOn, label }: Tool): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={isOff}
      // The selection in the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-40 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink max-sm:size-10"
    >
      <Icon className="size-4" aria-hidden />
    </button>
  );
}
