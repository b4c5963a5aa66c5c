import { useEffect, useState, type ReactNode } from 'react';
import { fileAt, type Answer } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Dialog, DialogActions } from '../components/dialog.tsx';
import { FormProblem } from '../components/field.tsx';
import { Skeleton } from '../components/states.tsx';
import { wrongWith } from '../editor/wrong.ts';
import { useTask } from '../use-task.ts';
import { addImage } from './add-image.ts';
import { CropForm } from './crop.tsx';
import { croppedName, nameOf, pathOf } from './image-parts.ts';
import { croppable, type Croppable } from './resize.ts';

type Image = Answer<'GET /images'>['data'][number];

/**
 * Renders the dialog that crops an image of the library. The part becomes a new image, because emails link to the URL of
 * the original.
 */
export default function CropImage({
  image,
  onClose,
}: {
  readonly image: Image;
  readonly onClose: () => void;
}): ReactNode {
  const [source, setSource] = useState<Croppable>();
  const { error, run: load } = useTask(async (of: Image) => setSource(await opened(of)), nothing);
  useEffect(() => load(image), [image, load]);
  const { alt, folder } = image;
  return (
    <Dialog
      title={`Crop “${nameOf(image)}”`}
      description="The result is saved as a new image with the same alt text and folder. The original and the emails that contain it stay unchanged."
      isOpen
      onClose={onClose}
      width="wide"
    >
      {source ? (
        <CropForm
          image={source}
          name={croppedName(image)}
          words={{ crop: 'Save as new image', back: 'Cancel' }}
          onCropped={async (file, transfer) => {
            await addImage(file, { name: file.name, alt, folder }, transfer);
            onClose();
          }}
          onBack={onClose}
        />
      ) : (
        <>
          {error ? <FormProblem problem={error} /> : <Skeleton lines={6} />}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            {error && error.status !== INVALID && <Button onClick={() => load(image)}>Try again</Button>}
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

const INVALID = 422;

/** Loads and decodes an image of the library. Throws ApiProblem. */
async function opened(image: Image): Promise<Croppable> {
  const found = await croppable(await fileAt(pathOf(image)));
  if (found) return found;
  throw wrongWith(
    'image',
    'This image can’t be cropped, because it is damaged or may be animated. You can crop PNG, JPEG, and WebP images without animation.',
  );
}

function nothing(): void {}
