import { useState, type ReactNode } from 'react';
import type { Answer } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Dialog, DialogActions } from '../components/dialog.tsx';
import { Checkbox, Field } from '../components/field.tsx';
import { FileField } from '../components/file-field.tsx';
import { wrongWith } from '../editor/wrong.ts';
import type { Transfer } from '../transfer.ts';
import { addImage } from './add-image.ts';
import { CropForm } from './crop.tsx';
import { KINDS, MAX_BYTES } from './image-parts.ts';
import { Library } from './library.tsx';
import { croppable, MAX_WIDTH, resized, type Croppable } from './resize.ts';

type Image = Answer<'POST /images'>;

interface Props {
  readonly onClose: () => void;
  readonly onAdded?: (image: Image) => void;
}

/** Renders the dialog that uploads an image. If the image is inserted somewhere, the user can also choose an earlier one. */
export default function NewImage({ onAdded, onClose }: Props): ReactNode {
  const [options, setOptions] = useState<Options>({ alt: '', isResizing: true, isCropping: false });
  const { alt, isCropping, isResizing } = options;
  const [chosen, setChosen] = useState<{ readonly image: Croppable; readonly name: string }>();
  const add = async (file: File, transfer: Pick<Transfer, 'upload'>): Promise<void> => {
    const image = await addImage(file, { name: file.name, alt: alt.trim() }, transfer);
    onAdded?.(image);
    onClose();
  };
  if (chosen) {
    const back = (): void => setChosen(undefined);
    return (
      <Dialog title="Crop image" isOpen onClose={back} width="wide">
        <CropForm
          {...chosen}
          maxWidth={isResizing ? MAX_WIDTH : undefined}
          words={{ crop: 'Upload cropped image', back: 'Back' }}
          onCropped={add}
          onBack={back}
        />
      </Dialog>
    );
  }
  return (
    <Dialog title="Add image" isOpen onClose={onClose} width={onAdded ? 'middle' : 'narrow'}>
      <OptionFields options={options} onChange={setOptions} />
      <FileField
        label="Image"
        hint="Use a PNG, JPEG, GIF, or WebP file."
        kinds={KINDS}
        maxBytes={MAX_BYTES}
        take={async (file, transfer) => {
          if (isCropping) setChosen({ image: await opened(file), name: file.name });
          else await add(isResizing ? await resized(file) : file, transfer);
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

interface Options {
  readonly alt: string;
  readonly isResizing: boolean;
  readonly isCropping: boolean;
}

function OptionFields(props: { readonly options: Options; readonly onChange: (options: Options) => void }): ReactNode {
  const { onChange, options } = props;
  return (
    <>
      <Field
        label="Alt text"
        name="alt"
        value={options.alt}
        maxLength={500}
        onChange={({ target }) => onChange({ ...options, alt: target.value })}
        hint="Describe the image for people who can’t see it. Leave empty if the image is decorative."
        autoComplete="off"
      />
      <Checkbox
        label="Make large images smaller"
        hint={`Large images are scaled down to a width of ${MAX_WIDTH.toLocaleString('en-US')} pixels before the upload. This also removes metadata, such as the location of a photo.`}
        checked={options.isResizing}
        onChange={({ target }) => onChange({ ...options, isResizing: target.checked })}
      />
      <Checkbox
        label="Crop the image before the upload"
        checked={options.isCropping}
        onChange={({ target }) => onChange({ ...options, isCropping: target.checked })}
      />
    </>
  );
}

/** Decodes an image for cropping. Throws ApiProblem if that is not possible. */
async function opened(file: File): Promise<Croppable> {
  const image = await croppable(file);
  if (image) return image;
  throw wrongWith(
    'image',
    'This image can’t be cropped, because it is damaged or may be animated. Choose a PNG, JPEG, or WebP image without animation, or upload the image without cropping.',
  );
}
