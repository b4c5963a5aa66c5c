import type { ReactNode } from 'react';
import { useEditorState, type Editor } from '@tiptap/react';
import { ApiProblem, callWith } from '../api.ts';
import { Button } from '../components/button.tsx';
import { toast } from '../components/toast.tsx';
import { refresh } from '../reading.ts';
import { useTask } from '../use-task.ts';
import { noun, plural } from '../words.ts';

/** Matches the URL of an image that was uploaded to this server. */
const OWN = /^https?:\/\/[^/]+\/i\/\d+-[\da-f]{32}$/;
const SEPARATOR = '\n';

/** Renders the number of images on other servers, and a button that replaces them with copies on this server. */
export function RemotePictures({ editor }: { readonly editor: Editor }): ReactNode {
  // Select a string, so that an edit that does not change the images does not render the panel again.
  const joined = useEditorState({ editor, selector: () => remoteIn(editor).join(SEPARATOR) });
  const copy = useTask(async (urls: readonly string[]) => copyAll(editor, urls), nothing);
  const urls = joined === '' ? [] : joined.split(SEPARATOR);
  if (urls.length === 0) return null;
  return (
    <section aria-label="Images on other servers" className="flex flex-col items-start gap-2">
      <p className="text-sm text-ink-2">
        {`${plural(urls.length, 'image')} ${noun(urls.length, 'is', 'are')} on other servers, which can change or delete ${noun(urls.length, 'it', 'them')} and see who opens the email.`}
      </p>
      <Button onClick={() => copy.run(urls)} isBusy={copy.isPending}>
        {urls.length === 1 ? 'Upload a copy' : 'Upload copies'}
      </Button>
    </section>
  );
}

function nothing(): void {}

/** Returns the HTTPS URLs of images on other servers. Omits URLs that contain merge tags. */
function remoteIn({ state: { doc } }: Editor): readonly string[] {
  const urls = new Set<string>();
  doc.descendants(({ attrs, type }) => {
    const src: unknown = attrs['src'];
    if ((type.name === 'image' || type.name === 'video') && typeof src === 'string') {
      if (/^https:/i.test(src) && !OWN.test(src) && !src.includes('{')) urls.add(src);
    }
  });
  return [...urls];
}

/** Copies images one after another. If one fails, the others are still copied. */
async function copyAll(editor: Editor, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    try {
      const copy = await callWith('POST /images/copies', { body: { url } });
      if (editor.isDestroyed) return;
      replace(editor, url, copy.url);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const [reason] = error.errors['url'] ?? [];
      toast(
        `${url.slice(0, 100)} wasn’t copied. ${reason ? `The image ${reason}` : `${error.message} ${error.fix}`}`,
        true,
      );
    }
  }
  refresh(['GET /images']);
}

function replace({ state, view }: Editor, from: string, to: string): void {
  const { tr } = state;
  state.doc.descendants((node, pos) => {
    if (node.attrs['src'] === from) tr.setNodeAttribute(pos, 'src', to);
  });
  view.dispatch(tr);
}
