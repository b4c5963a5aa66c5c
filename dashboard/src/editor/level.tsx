import type { ReactNode } from 'react';
import { useEditorState, type Editor } from '@tiptap/react';
import { Select } from '../components/select.tsx';

const CHOICES = [
  { value: '0', label: 'Text' },
  { value: '1', label: 'Heading 1' },
  { value: '2', label: 'Heading 2' },
  { value: '3', label: 'Heading 3' },
];

/** Whether what is written is text or a heading, and how large. */
export function Level({ editor }: { readonly editor: Editor }): ReactNode {
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
