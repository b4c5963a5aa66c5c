import { useState, type ReactNode } from 'react';
import type { Answer } from '../api.ts';
import { SearchField } from '../components/search-field.tsx';
import { Loaded } from '../components/states.tsx';
import { useRead } from '../reading.ts';
import { nameOf, pathOf } from './image-parts.ts';

type Image = Answer<'GET /images'>['data'][number];

/** Number of images that the dialog shows. Users find older images by searching. */
const SHOWN = '12';

/** Renders the newest images of the account, and a search for the others. */
export function Library({ onChoose }: { readonly onChoose: (image: Image) => void }): ReactNode {
  const [query, setQuery] = useState('');
  const read = useRead('GET /images', { query: { ...(query && { query }), per_page: SHOWN } }, { keep: true });
  return (
    <section aria-labelledby="library" className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 id="library" className="font-medium">
        Your images
      </h3>
      <div className="flex">
        <SearchField label="Search by name, alt text, or folder" value={query} onSearch={setQuery} />
      </div>
      <Loaded read={read} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-sm text-ink-3">{query === '' ? 'No images yet.' : 'No images match your search.'}</p>
          ) : (
            <ul className="grid max-h-64 grid-cols-4 gap-2 overflow-y-auto max-sm:grid-cols-3">
              {data.map((image) => (
                <li key={image.id}>
                  <button
                    type="button"
                    onClick={() => onChoose(image)}
                    aria-label={nameOf(image)}
                    title={nameOf(image)}
                    className="w-full cursor-pointer rounded-control border border-line hover:border-accent"
                  >
                    <img src={pathOf(image)} alt="" loading="lazy" className="h-20 w-full bg-sunken object-contain" />
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
