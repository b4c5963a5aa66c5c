import type { ReactNode } from 'react';
import { useEditorState, type Editor } from '@tiptap/react';
import { Select } from '../components/select.tsx';
import { ColourSetting, NumberSetting } from './settings.tsx';

const FONTS = [
  { value: 'sans', label: 'Sans serif' },
  { value: 'serif', label: 'Serif' },
  { value: 'mono', label: 'Monospace' },
];
const COLOURS = [
  { name: 'accent', label: 'Buttons and links' },
  { name: 'text', label: 'Text' },
  { name: 'surface', label: 'Content background' },
  { name: 'background', label: 'Page background' },
] as const;

/** Colours, font and width of the whole mail. */
export function MailSettings({ editor }: { readonly editor: Editor }): ReactNode {
  const attrs = useEditorState({ editor, selector: ({ editor: { state } }) => state.doc.attrs });
  const set = (name: string, value: unknown): void => {
    editor.view.dispatch(editor.state.tr.setDocAttribute(name, value));
  };
  const textOf = (name: string): string => (typeof attrs[name] === 'string' ? attrs[name] : '');
  return (
    <details className="group border-t border-line pt-4 first:border-t-0 first:pt-0">
      <summary className="cursor-pointer font-medium">Email settings</summary>
      <div className="mt-3 flex flex-col gap-3">
        {COLOURS.map(({ label, name }) => (
          <ColourSetting key={name} label={label} value={textOf(name)} onChange={(value) => set(name, value)} />
        ))}
        <Select
          label="Font"
          isLabelShown
          choices={FONTS}
          value={textOf('font') || 'sans'}
          onChange={(font) => set('font', font === 'sans' ? null : font)}
        />
        <NumberSetting
          label="Width (pixels)"
          value={attrs['width']}
          least={320}
          most={800}
          onChange={(width) => set('width', width)}
        />
      </div>
    </details>
  );
}
