import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { FileField } from '../../components/file-field.tsx';
import { toast } from '../../components/toast.tsx';
import { refresh } from '../../reading.ts';
import { BINARY, KINDS, MAX_BYTES } from './image-parts.ts';

/** Renders the dialog that uploads an image. */
export function NewImage(props: {
  readonly onClose: () => void;
  readonly onAdded?: (image: Answer<'POST /images'>) => void;
}): ReactNode {
  const { onAdded, onClose } = props;
  return (
    <Dialog title="Add image" isOpen onClose={onClose} width="narrow">
      <FileField
        label="Image"
        hint="Use a PNG, JPEG, GIF, or WebP file. Add alt text each time you insert the image."
        kinds={KINDS}
        maxBytes={MAX_BYTES}
        take={async (file, { upload }) => {
          const image = await upload('POST /images', file, { query: { name: file.name }, contentType: BINARY });
          refresh(['GET /images']);
          toast(`“${image.name}” added.`);
          onAdded?.(image);
          onClose();
        }}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}
