import { useRef, useState, type ReactNode } from 'react';
import type { ApiProblem } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Checkbox } from '../../components/field.tsx';
import { pieceOf } from '../../late.tsx';
import { useRead } from '../../reading.ts';
import { NewImage } from '../images/new-image.tsx';
import type { Campaign, Change } from './campaign-words.ts';
import { EditBlocks } from './edit-blocks.tsx';
import { beginningOfBlocks, fieldTags, imageTag } from './edit-words.ts';
import { useContentFaults } from './use-content-faults.ts';

const HtmlEditor = pieceOf(() => import('../../editor/html-editor.tsx'));

interface Props {
  readonly campaign: Campaign;
  readonly note: (change: Change) => void;
  readonly problem: ApiProblem | null;
}

/** Renders the editor for the content of an email, which is HTML or blocks. */
export function EditContent(props: Props): ReactNode {
  const { campaign } = props;
  if (campaign.design !== null) return <EditBlocks {...props} />;
  return <Html {...props} />;
}

function Html({ campaign, note, problem }: Props): ReactNode {
  const place = useRef<(text: string) => void>(undefined);
  const faults = useContentFaults(campaign, 'html', problem);
  const [isAdding, setAdding] = useState(false);
  const fields = useRead('GET /contact-fields', { query: { per_page: '1000' } }).data?.data ?? [];
  const insert = (text: string): void => place.current?.(text);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-64 max-sm:w-full">
          <Combobox
            label="Insert merge tag"
            name="merge_field"
            choices={fieldTags(fields)}
            value=""
            onChange={insert}
          />
        </div>
        <Button onClick={() => setAdding(true)}>Insert image</Button>
      </div>
      <HtmlEditor value={campaign.html ?? ''} onChange={(html) => note({ html })} faults={faults} insert={place} />
      <p className="text-sm text-ink-3">
        Your postal address and an unsubscribe link are added at the end if the email doesn’t already contain them.
      </p>
      <Checkbox
        label="Inline CSS"
        hint="Some email clients remove <style> elements and need inline CSS."
        defaultChecked={campaign.inline_css}
        onChange={({ target }) => note({ inline_css: target.checked })}
      />
      <BeginBlocks campaign={campaign} note={note} />
      {isAdding && <NewImage onClose={() => setAdding(false)} onAdded={(image) => insert(imageTag(image))} />}
    </div>
  );
}

/** Renders the button that replaces the HTML with new blocks. HTML cannot be converted to blocks. */
function BeginBlocks({ campaign, note }: Pick<Props, 'campaign' | 'note'>): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <p>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Switch to blocks
      </Button>
      <ConfirmDialog
        title="Start over with blocks?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Start over"
        isBusy={false}
        onConfirm={() => {
          note({ design: beginningOfBlocks(campaign.kind) });
          setAsking(false);
        }}
      >
        HTML can’t be converted to blocks. The current content is deleted.
      </ConfirmDialog>
    </p>
  );
}
