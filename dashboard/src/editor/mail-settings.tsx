import type { ReactNode } from 'react';
import { useEditorState, type Editor } from '@tiptap/react';
import { Select } from '../components/select.tsx';
import { ColourSetting, NumberSetting } from './settings.tsx';

const FONTS = [
  { value: 'sans', label: 'Without serifs' },
  { value: 'serif', label: 'With serifs' },
  { value: 'mono', label: 'Of one width' },
];
const COLOURS = [
  { name: 'accent', label: 'Buttons and links' },
  { name: 'text', label: 'Text' },
  { name: 'surface', label: 'Behind the text' },
  { name: 'background', label: 'Around the mail' },
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
      <summary className="cursor-pointer font-medium">The whole mail</summary>
      <div className="mt-3 flex flex-col gap-3">
        {COLOURS.map(({ label, name }) => (
          <ColourSetting key={name} label={label} value={textOf(name)} onChange={(value) => set(name, value)} />
        ))}
        <Select
          label="Letters"
          isLabelShown
          choices={FONTS}
          value={textOf('font') || 'sans'}
          onChange={(font) => set('font', font === 'sans' ? null : font)}
        />
        <NumberSetting
          label="Width in pixels"
          value={attrs['width']}
          least={320}
          most={800}
          onChange={(width) => set('width', width)}
        />
      </div>
    </details>
  );
}
