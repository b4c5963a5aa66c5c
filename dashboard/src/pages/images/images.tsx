import { useState, type ReactNode } from 'react';
import { Upload } from 'lucide-react';
import type { Answer } from '../../api.ts';
import { useDoParameter } from '../../do-parameter.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Page } from '../../components/page.tsx';
import { Pager, pagesNumbered } from '../../components/pager.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { EmptyState, Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { useFilters } from '../../filters.ts';
import { useAct, useRead } from '../../reading.ts';
import { useMay } from '../../session.ts';
import { plural, size } from '../../words.ts';
import { pathOf } from './image-parts.ts';
import { NewImage } from './new-image.tsx';

type Image = Answer<'GET /images'>['data'][number];

const PER_PAGE = '48';

/** Renders the images of the account. Emails and pages can contain these images. */
export default function Images(): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Image>();
  const { filters, setFilters } = useFilters();
  const { page } = filters;
  const read = useRead('GET /images', { query: { ...(page && { page }), per_page: PER_PAGE } }, { keep: true });
  const mayChange = useMay('account');
  useDoParameter(mayChange && 'add', () => setAdding(true));
  const add = mayChange && (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Upload className="size-4" aria-hidden /> Add image
    </Button>
  );
  return (
    <Page
      title="Images"
      summary="Manage images for emails and landing pages. Anyone with an image’s URL can view the image."
      actions={add}
    >
      <Loaded read={read} lines={6}>
        {(answer) =>
          answer.data.length === 0 ? (
            <section className="card">
              <EmptyState title="No images yet" action={add}>
                Upload images to use them in emails and landing pages.
              </EmptyState>
            </section>
          ) : (
            <section aria-label="Images" className="flex flex-col gap-4">
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-4 max-sm:grid-cols-1">
                {answer.data.map((image) => (
                  <Tile key={image.id} image={image} onDelete={mayChange ? () => setLeaving(image) : undefined} />
                ))}
              </ul>
              <Pager {...pagesNumbered(answer)} onPageChange={setFilters} total={plural(answer.total, 'image')} />
            </section>
          )
        }
      </Loaded>
      {isAdding && <NewImage onClose={() => setAdding(false)} />}
      {leaving && <Delete image={leaving} onClose={() => setLeaving(undefined)} />}
    </Page>
  );
}

function Tile({ image, onDelete }: { readonly image: Image; readonly onDelete: (() => void) | undefined }): ReactNode {
  const name = image.name || `Image ${image.id}`;
  return (
    <li className="min-w-0 card">
      <a href={pathOf(image)} target="_blank" rel="noreferrer" aria-label={`View ${name} at full size`}>
        <img
          src={pathOf(image)}
          alt=""
          loading="lazy"
          className="h-40 w-full rounded-t-card border-b border-line bg-sunken object-contain"
        />
      </a>
      <div className="flex items-start gap-1 p-3">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{name}</p>
          <p className="text-sm text-ink-3">
            {image.width} × {image.height}, {size(image.bytes)}
          </p>
          <p className="text-sm text-ink-3">
            <Time at={image.created_at} style="date" />
          </p>
        </div>
        <CopyButton text={image.url} label={`Copy URL of ${name}`} />
        {onDelete && (
          <RowMenu label={`Actions for ${name}`} actions={[{ label: 'Delete', onClick: onDelete, isDanger: true }]} />
        )}
      </div>
    </li>
  );
}

function Delete({ image, onClose }: { readonly image: Image; readonly onClose: () => void }): ReactNode {
  const remove = useAct('DELETE /images/{id}', {
    refresh: ['GET /images'],
    onDone: () => {
      toast('Image deleted.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={image.name ? `Delete “${image.name}”?` : `Delete image ${image.id}?`}
      isOpen
      onClose={onClose}
      action="Delete image"
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.act({ params: { id: String(image.id) } })}
    >
      Emails already sent will no longer show this image. An image that’s still in use can’t be deleted.
    </ConfirmDialog>
  );
}
