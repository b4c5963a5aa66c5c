import { useState, type ReactNode } from 'react';
import type { Editor } from '@tiptap/react';
import { Button } from '../components/button.tsx';
import { FormDialog } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { textIn } from '../form-text.ts';
import { addressGiven } from './attributes.ts';
import { wrongWith } from './wrong.ts';

/**
 * Renders a dialog in which the user enters the URL for a link on the selected text. If no text is selected, the link
 * at the caret is edited, or the URL itself is inserted as a link.
 */
export function LinkDialog({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }): ReactNode {
  const [problem, setProblem] = useState<ReturnType<typeof wrongWith> | null>(null);
  const before: unknown = editor.getAttributes('link')['href'];
  const apply = (given: string): void => {
    const href = addressGiven(given);
    if (href === undefined) {
      setProblem(wrongWith('href', 'Enter a merge tag, or a URL that starts with https://, mailto:, or tel:.'));
      return;
    }
    const chain = editor.chain().focus().extendMarkRange('link');
    const isBare = editor.state.selection.empty && before === undefined;
    if (isBare) chain.insertContent({ type: 'text', text: given, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setMark('link', { href }).run();
    onClose();
  };
  return (
    <FormDialog
      title={before === undefined ? 'Add link' : 'Edit link'}
      isOpen
      onClose={onClose}
      width="narrow"
      action="Save link"
      isBusy={false}
      problem={problem}
      fields={['href']}
      onSubmit={(form) => apply(textIn(form, 'href'))}
    >
      <Field
        label="URL"
        name="href"
        defaultValue={typeof before === 'string' ? before : ''}
        placeholder="https://"
        autoComplete="off"
        autoFocus
        problem={problem}
      />
      {before !== undefined && (
        <div>
          <Button
            look="quiet"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
              onClose();
            }}
          >
            Remove link
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
