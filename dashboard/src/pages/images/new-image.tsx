import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { Checkbox, Field } from '../../components/field.tsx';
import { FileField } from '../../components/file-field.tsx';
import { toast } from '../../components/toast.tsx';
import { refresh } from '../../reading.ts';
import { size } from '../../words.ts';
import { BINARY, KINDS, MAX_BYTES } from './image-parts.ts';
import { Library } from './library.tsx';
import { LARGE_BYTES, MAX_WIDTH, resized } from './resize.ts';

type Image = Answer<'POST /images'>;

/** Renders the dialog that uploads an image. If the image is inserted somewhere, the user can also choose an earlier one. */
export function NewImage(props: {
  readonly onClose: () => void;
  readonly onAdded?: (image: Image) => void;
}): ReactNode {
  const { onAdded, onClose } = props;
  const [alt, setAlt] = useState('');
  const [isResizing, setResizing] = useState(true);
  return (
    <Dialog title="Add image" isOpen onClose={onClose} width={onAdded ? 'middle' : 'narrow'}>
      <Field
        label="Alt text"
        name="alt"
        value={alt}
        maxLength={500}
        onChange={({ target }) => setAlt(target.value)}
        hint="Describe the image for people who can’t see it. Leave empty if the image is decorative."
        autoComplete="off"
      />
      <Checkbox
        label="Make large images smaller"
        hint={`Large images are scaled down to a width of ${MAX_WIDTH.toLocaleString('en-US')} pixels before the upload. This also removes metadata, such as the location of a photo.`}
        checked={isResizing}
        onChange={({ target }) => setResizing(target.checked)}
      />
      <FileField
        label="Image"
        hint="Use a PNG, JPEG, GIF, or WebP file."
        kinds={KINDS}
        maxBytes={MAX_BYTES}
        take={async (file, { upload }) => {
          const sent = isResizing ? await resized(file) : file;
          const query = { name: file.name, ...(alt.trim() !== '' && { alt: alt.trim() }) };
          const image = await upload('POST /images', sent, { query, contentType: BINARY });
          refresh(['GET /images']);
          toast(addedWords(image));
          onAdded?.(image);
          onClose();
        }}
      />
      {onAdded && (
        <Library
          onChoose={(image) => {
            onAdded(image);
            onClose();
          }}
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}

function addedWords({ bytes, name }: Image): string {
  const added = `“${name}” added.`;
  return bytes > LARGE_BYTES
    ? `${added} The image is larger than recommended (${size(bytes)}), so it loads slowly on phones.`
    : added;
}
