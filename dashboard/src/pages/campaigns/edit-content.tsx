import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Combobox } from '../../components/combobox.tsx';
import type { DesignBlock } from '../../editor/design.ts';
import type { EditHistory } from '../../editor/tool-button.tsx';
import { pieceOf } from '../../lazy.tsx';
import { useRead } from '../../reading.ts';
import { NewImage } from '../../images/dialogs.ts';
import type { View } from './composer.tsx';
import { MissingValues, namesWithoutFallback } from './missing-values.tsx';
import { fieldNames, fieldTags, imageTag, type ContentFault } from './edit-words.ts';

const BlockEditor = pieceOf(() => import('../../editor/block-editor.tsx'));
const HtmlEditor = pieceOf(() => import('../../editor/html-editor.tsx'));

interface Props {
  readonly faults: readonly ContentFault[];
  readonly view: View;
  readonly onHistory: (history: EditHistory) => void;
}

/** Renders the editor for the content of an email that consists of blocks. */
export function EditBlocks(
  props: Props & {
    /** Initial design. Later values are ignored. */
    readonly design: Readonly<Record<string, unknown>> | null;
    readonly onChange: (design: Record<string, unknown>) => void;
    /** ID of the campaign whose contacts are searched for missing values. Undefined for other emails. */
    readonly campaignId?: string | undefined;
  },
): ReactNode {
  const { campaignId, faults, onChange, onHistory, view } = props;
  // Safe cast: the server has validated the design and returns it unchanged.
  const design = props.design as unknown as DesignBlock;
  const own = useRead('GET /contact-fields', { query: { per_page: '1000' } }).data?.data ?? [];
  const fields = fieldNames(own);
  const namesIn = (of: DesignBlock): string => namesWithoutFallback(of, new Set(fields.map(({ value }) => value)));
  const [changed, setChanged] = useState<string>();
  return (
    <BlockEditor
      design={design}
      onChange={(next) => {
        onChange({ ...next });
        setChanged(namesIn(next));
      }}
      notes={
        campaignId !== undefined && (
          <MissingValues
            id={campaignId}
            names={changed ?? namesIn(design)}
            labelOf={(name) => fields.find(({ value }) => value === name)?.label ?? name}
          />
        )
      }
      fields={fields}
      faults={faults}
      isPhone={view.isPhone}
      isDark={view.isDark}
      onHistory={onHistory}
    />
  );
}

/** Renders the editor for the HTML of an email, next to a preview. */
export function EditHtml(
  props: Omit<Props, 'view'> & {
    /** Initial HTML. Later values are ignored. */
    readonly html: string | null;
    readonly onChange: (html: string) => void;
    /** Settings that are shown below the editor. */
    readonly settings?: ReactNode;
    readonly preview: ReactNode;
  },
): ReactNode {
  const { faults, html, onChange, preview, settings, onHistory } = props;
  const place = useRef<(text: string) => void>(undefined);
  const [isAdding, setAdding] = useState(false);
  const fields = useRead('GET /contact-fields', { query: { per_page: '1000' } }).data?.data ?? [];
  const insert = (text: string): void => place.current?.(text);
  return (
    <div className="grid grid-cols-2 items-start max-lg:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-4 px-6 py-4 max-sm:px-4">
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
        <HtmlEditor value={html ?? ''} onChange={onChange} faults={faults} insert={place} onHistory={onHistory} />
        {settings}
      </div>
      <div className="min-w-0 border-l border-line max-lg:border-t max-lg:border-l-0">{preview}</div>
      {isAdding && <NewImage onClose={() => setAdding(false)} onAdded={(image) => insert(imageTag(image))} />}
    </div>
  );
}
