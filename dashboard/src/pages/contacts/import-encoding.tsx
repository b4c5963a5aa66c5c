import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import type { Choice } from '../../components/choice.ts';
import { Combobox } from '../../components/combobox.tsx';
import { plural } from '../../words.ts';

type Preview = Answer<'GET /contacts/imports/{id}/preview'>;
export type Encoding = Preview['encoding'];

/** Languages that use each encoding. They are shown because users know the language of a file but not its encoding. */
const SCRIPTS: Readonly<Record<Encoding, string>> = {
  'UTF-8': 'All languages',
  'UTF-16 LE': 'All languages, “Unicode Text” from Excel',
  'UTF-16 BE': 'All languages',
  'Windows-1252': 'Western European',
  'Windows-1250': 'Central European',
  'Windows-1251': 'Cyrillic',
  'Windows-1253': 'Greek',
  'Windows-1254': 'Turkish',
  'Windows-1255': 'Hebrew',
  'Windows-1256': 'Arabic',
  'Windows-1257': 'Baltic',
  'Windows-1258': 'Vietnamese',
  'Windows-874': 'Thai',
  'ISO-8859-1': 'Western European',
  'ISO-8859-2': 'Central European',
  'ISO-8859-3': 'South European',
  'ISO-8859-4': 'North European',
  'ISO-8859-5': 'Cyrillic',
  'ISO-8859-6': 'Arabic',
  'ISO-8859-7': 'Greek',
  'ISO-8859-8': 'Hebrew',
  'ISO-8859-9': 'Turkish',
  'ISO-8859-10': 'Nordic',
  'ISO-8859-13': 'Baltic',
  'ISO-8859-14': 'Celtic',
  'ISO-8859-15': 'Western European',
  'ISO-8859-16': 'Romanian',
  'KOI8-R': 'Russian',
  'KOI8-U': 'Ukrainian',
  'Mac Roman': 'Western European',
  'Mac Central European': 'Central European',
  'Mac Cyrillic': 'Cyrillic',
  'Mac Greek': 'Greek',
  'Mac Turkish': 'Turkish',
  IBM437: 'United States (DOS)',
  IBM850: 'Western European (DOS)',
  IBM852: 'Central European (DOS)',
  IBM866: 'Cyrillic (DOS)',
  Shift_JIS: 'Japanese',
  'EUC-JP': 'Japanese',
  GB18030: 'Simplified Chinese',
  Big5: 'Traditional Chinese',
  'EUC-KR': 'Korean',
};
// Safe cast: the keys are exactly the values of the type above.
const ENCODINGS = Object.keys(SCRIPTS) as Encoding[];
const CHOICES: readonly (Choice & { readonly hint: string })[] = ENCODINGS.map((value) => ({
  value,
  label: value,
  hint: SCRIPTS[value],
}));

/** Renders a select for the encoding of the file. */
export function EncodingField(props: {
  readonly value: Encoding;
  readonly onChange: (encoding: Encoding) => void;
}): ReactNode {
  const { onChange, value } = props;
  return (
    <Combobox
      label="Encoding"
      name="encoding"
      choices={CHOICES}
      value={value}
      onChange={(chosen) => onChange(ENCODINGS.find((each) => each === chosen) ?? value)}
      hint="If names look wrong in the preview, choose another encoding."
    />
  );
}

const MAX_SHOWN = 5;

/** Renders notes about rows of the file that contain no data or cannot be read. */
export function FileNotes({ preview }: { readonly preview: Preview }): ReactNode {
  const { first_line: firstLine, unreadable } = preview;
  return (
    <>
      {firstLine > 1 && (
        <p className="text-ink-2">{`The data starts at line ${firstLine}. ${plural(firstLine - 1, 'earlier line')} won’t be imported.`}</p>
      )}
      {unreadable.slice(0, MAX_SHOWN).map(({ line, reason }) => (
        <p key={line} className="text-bad">{`Line ${line} ${reason} The line will be rejected.`}</p>
      ))}
    </>
  );
}
