import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { Checkbox, Field } from '../../components/field.tsx';
import { FileField } from '../../components/file-field.tsx';
import { toast } from '../../components/toast.tsx';
import { wrongWith } from '../../editor/wrong.ts';
import { refresh } from '../../reading.ts';
import { transferOf, type Transfer } from '../../transfer.ts';
import { useTask } from '../../use-task.ts';
import { size } from '../../words.ts';
import type { Area } from './crop-area.ts';
import { CropDialog } from './crop.tsx';
import { BINARY, KINDS, MAX_BYTES } from './image-parts.ts';
import { Library } from './library.tsx';
import { cropped, croppable, LARGE_BYTES, MAX_WIDTH, resized, type Croppable } from './resize.ts';

type Image = Answer<'POST /images'>;

interface Props {
  readonly onClose: () => void;
  readonly onAdded?: (image: Image) => void;
}

/** Renders the dialog that uploads an image. If the image is inserted somewhere, the user can also choose an earlier one. */
export function NewImage({ onAdded, onClose }: Props): ReactNode {
  const [options, setOptions] = useState<Options>({ alt: '', isResizing: true, isCropping: false });
  const { alt, isCropping, isResizing } = options;
  const [chosen, setChosen] = useState<Croppable>();
  const add = async (file: File, { upload }: Pick<Transfer, 'upload'>): Promise<void> => {
    const query = { name: file.name, ...(alt.trim() !== '' && { alt: alt.trim() }) };
    const image = await upload('POST /images', file, { query, contentType: BINARY });
    refresh(['GET /images']);
    toast(addedWords(image));
    onAdded?.(image);
    onClose();
  };
  if (chosen) {
    return (
      <Crop
        image={chosen}
        maxWidth={isResizing ? MAX_WIDTH : undefined}
        onCropped={add}
        onClose={() => setChosen(undefined)}
      />
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
          if (isCropping) setChosen(await opened(file));
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
    'This image can’t be cropped, because it is damaged or can be animated. Choose a PNG, JPEG, or WebP image without animation, or upload the image without cropping.',
  );
}

function Crop(props: {
  readonly image: Croppable;
  readonly maxWidth: number | undefined;
  readonly onCropped: (file: File, transfer: Pick<Transfer, 'upload'>) => Promise<void>;
  readonly onClose: () => void;
}): ReactNode {
  const { image, maxWidth, onClose, onCropped } = props;
  const crop = useTask(
    async (area: Area) =>
      onCropped(await cropped(image, area, maxWidth), transferOf(new AbortController().signal, nothing)),
    nothing,
  );
  return (
    <CropDialog
      bitmap={image.bitmap}
      isBusy={crop.isPending}
      problem={crop.error}
      onCrop={crop.run}
      onClose={onClose}
    />
  );
}

function nothing(): void {}

function addedWords({ bytes, name }: Image): string {
  const added = `“${name}” added.`;
  return bytes > LARGE_BYTES
    ? `${added} The image is larger than recommended (${size(bytes)}), so it loads slowly on phones.`
    : added;
}
