import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { ContactChoices } from '../../components/contact-choices.tsx';
import { Dialog } from '../../components/dialog.tsx';

/** Renders a button, and the dialog in which the user chooses the contact for the preview. */
export function PreviewContact({ onChoose }: { readonly onChoose: (id: number) => void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Preview as contact</Button>
      <Dialog
        title="Preview as a contact"
        description="The preview uses the contact’s data. No email is sent, and no opens or clicks are counted."
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        width="narrow"
      >
        <ContactChoices
          onChoose={(id) => {
            onChoose(id);
            setOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}
