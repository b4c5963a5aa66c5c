import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type Editor, useEditorState } from '@tiptap/react';
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Braces,
  Code,
  Italic,
  Link,
  Plus,
  Strikethrough,
  Underline,
} from 'lucide-react';
import type { Choice } from '../components/choice.ts';
import { type Kind, KINDS } from './kinds.ts';
import { LinkDialog } from './link-dialog.tsx';
import { Menu } from '@base-ui/react/menu';
import { Button } from '../components/button.tsx';
import { Select } from '../components/select.tsx';
import { Combobox } from '../components/combobox.tsx';
import { FormDialog } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { textIn } from '../form-text.ts';
import { type Tool, ToolButton } from './tool-button.tsx';
import { isFallback, isTagName } from './inline.ts';
import { wrongWith } from './wrong.ts';

const CHOICES = [
  { value: '0', label: 'Text' },
  { value: '1', label: 'Heading 1' },
  { value: '2', label: 'Heading 2' },
  { value: '3', label: 'Heading 3' },
];

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
const ALIGNED = ['paragraph', 'heading', 'tableCell', 'image', 'video', 'button', 'social'];

/** Renders the toolbar as one tab stop. Arrow keys move the focus between its buttons. */
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
    <div ref={row} role="toolbar" aria-label="Formatting" onKeyDown={step} className="pr-toolbar">
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
}

function stateOf(editor: Editor): Now {
  const aligned = ALIGNED.find((name) => editor.isActive(name));
  const align: unknown = aligned && editor.getAttributes(aligned)['textAlign'];
  return {
    marks: [...MARKS.map(({ name }) => name), 'link'].filter((name) => editor.isActive(name)),
    align: aligned === undefined ? '' : typeof align === 'string' ? align : 'left',
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
  ];
}

/** Renders a menu with all types of blocks. The block that the user chooses is inserted after the current block. */
function AddMenu({ onPut }: { readonly onPut: (kind: Kind) => void }): ReactNode {
  const chosen = useRef<Kind>(undefined);
  /**
   * Inserts the block after the menu has closed, because an open menu keeps the focus, which must move to the new
   * block.
   */
  const putChosen = (isOpen: boolean): void => {
    const kind = chosen.current;
    chosen.current = undefined;
    if (!isOpen && kind) onPut(kind);
  };
  return (
    <Menu.Root onOpenChangeComplete={putChosen}>
      <Menu.Trigger
        render={
          <Button look="primary">
            <Plus className="size-4" aria-hidden />
            Block
          </Button>
        }
      />
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="start" sideOffset={4} className="z-50 outline-hidden">
          <Menu.Popup
            // If the user chose nothing, the focus returns to the button. Otherwise it moves to the new block.
            finalFocus={() => chosen.current === undefined}
            className="grid max-h-(--available-height) min-w-80 grid-cols-2 overflow-y-auto card py-1 outline-hidden max-sm:min-w-60 max-sm:grid-cols-1"
          >
            {KINDS.map((kind) => (
              <Menu.Item
                key={kind.label}
                onClick={() => {
                  chosen.current = kind;
                }}
                className="flex cursor-pointer items-center gap-2.5 px-3 py-1.5 outline-hidden select-none data-highlighted:bg-sunken max-sm:py-2.5"
              >
                <kind.icon className="size-4 text-ink-3" aria-hidden />
                {kind.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Renders a select for the type of the text: a paragraph or a heading level. */
function Level({ editor }: { readonly editor: Editor }): ReactNode {
  const now = useEditorState({
    editor,
    selector: ({ editor: of }) => (of.isActive('heading') ? String(of.getAttributes('heading')['level']) : '0'),
  });
  return (
    <Select
      label="Text style"
      choices={CHOICES}
      value={now}
      onChange={(value) => {
        const chain = editor.chain().focus();
        if (value === '0') chain.setNode('paragraph').run();
        else chain.setNode('heading', { level: Number(value) }).run();
      }}
    />
  );
}

/**
 * Renders a dialog in which the user chooses a contact field to insert, and a fallback for contacts without a value.
 */
function TagDialog(props: {
  readonly editor: Editor;
  readonly fields: readonly Choice[];
  readonly onClose: () => void;
}): ReactNode {
  const { editor, fields, onClose } = props;
  const [name, setName] = useState(fields[0]?.value ?? 'contact.first_name');
  const [problem, setProblem] = useState<ReturnType<typeof wrongWith> | null>(null);
  const put = (fallback: string): void => {
    if (!isTagName(name) || !isFallback(fallback)) {
      setProblem(wrongWith('fallback', 'Don’t use the characters <, >, {, or }.'));
      return;
    }
    editor
      .chain()
      .focus()
      .insertContent({ type: 'mergeTag', attrs: { name, fallback: fallback || null } })
      .run();
    onClose();
  };
  return (
    <FormDialog
      title="Insert merge tag"
      isOpen
      onClose={onClose}
      width="narrow"
      action="Insert"
      isBusy={false}
      problem={problem}
      fields={['fallback']}
      onSubmit={(form) => put(textIn(form, 'fallback'))}
    >
      <Combobox label="Field" name="name" choices={fields} value={name} onChange={setName} />
      <Field
        label="Fallback"
        name="fallback"
        hint="This text is shown when the field is empty, for example “there” in “Hello there”."
        autoComplete="off"
        problem={problem}
      />
    </FormDialog>
  );
}
