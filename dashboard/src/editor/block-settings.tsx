import type { ReactNode } from 'react';
import type { Node } from '@tiptap/pm/model';
import type { Choice } from '../components/choice.ts';
import { Combobox } from '../components/combobox.tsx';
import { TextArea } from '../components/field.tsx';
import { Segments } from '../components/segments.tsx';
import { addressGiven, isColour } from './attributes.ts';
import { ColourSetting, NumberSetting, TextSetting } from './settings.tsx';
import { isFallback } from './inline.ts';
import { NETWORKS } from '../design-options.ts';
import { PictureFacts } from './picture-facts.tsx';
import { WhenSetting } from './when-setting.tsx';

type Attrs = Readonly<Record<string, unknown>>;

interface Props {
  readonly node: Node;
  readonly fields: readonly Choice[];
  readonly onChange: (attrs: Attrs) => void;
}

/** Renders the settings of a block. Renders nothing for blocks that contain only text. */
export function BlockSettings(props: Props): ReactNode {
  const Shown = SETTINGS[props.node.type.name];
  return Shown ? <Shown {...props} /> : null;
}

/** Returns whether blocks of this type have settings. */
export function hasSettings(name: string): boolean {
  return Object.hasOwn(SETTINGS, name);
}

const SETTINGS: Readonly<Record<string, (props: Props) => ReactNode>> = {
  paragraph: Words,
  image: Picture,
  video: Video,
  social: Social,
  button: ButtonOf,
  spacer: Space,
  section: Section,
  condition: Condition,
  html: Html,
  mergeTag: Tag,
};

const ADDRESS = 'Enter a merge tag, or a URL that starts with https://, mailto:, or tel:.';
const texts = (attrs: Attrs, name: string): string => (typeof attrs[name] === 'string' ? attrs[name] : '');

/** Parses a URL field. Returns null if it is empty, and undefined if it is invalid. */
function hrefOf(given: string): string | null | undefined {
  return given.trim() === '' ? null : addressGiven(given);
}

const SIZES = [
  { value: 'small', label: 'Small' },
  { value: '', label: 'Normal' },
  { value: 'large', label: 'Large' },
];

function Words({ node: { attrs }, onChange }: Props): ReactNode {
  return (
    <div>
      <Segments
        label="Text size"
        choices={SIZES}
        value={texts(attrs, 'size')}
        onChange={(size) => onChange({ size: size === '' ? null : size })}
      />
    </div>
  );
}

function Picture({ node: { attrs }, onChange }: Props): ReactNode {
  return (
    <>
      <TextSetting
        label="Alt text"
        value={texts(attrs, 'alt')}
        hint="Screen readers read this text aloud, and email clients show it when images are blocked."
        read={(given) => given.slice(0, 500)}
        onChange={(alt) => onChange({ alt })}
      />
      <NumberSetting
        label="Width (pixels)"
        value={attrs['width']}
        least={1}
        most={800}
        onChange={(width) => onChange({ width })}
      />
      <TextSetting
        label="Link URL"
        value={texts(attrs, 'href')}
        wrong={ADDRESS}
        read={hrefOf}
        onChange={(href) => onChange({ href })}
      />
      <ColourSetting
        label="Background color"
        value={texts(attrs, 'background')}
        onChange={(background) => onChange({ background })}
      />
      <NumberSetting
        label="Padding (pixels)"
        value={attrs['padding']}
        least={0}
        most={64}
        onChange={(padding) => onChange({ padding })}
      />
      <NumberSetting
        label="Rounded corners (pixels)"
        value={attrs['radius']}
        least={0}
        most={100}
        onChange={(radius) => onChange({ radius })}
      />
      <PictureFacts src={texts(attrs, 'src')} />
    </>
  );
}

function Video({ node: { attrs }, onChange }: Props): ReactNode {
  return (
    <>
      <TextSetting
        label="Video URL"
        value={texts(attrs, 'href')}
        hint="The email contains an image that links to the video."
        wrong={ADDRESS}
        read={addressGiven}
        onChange={(href) => onChange({ href })}
      />
      <TextSetting
        label="Caption"
        value={texts(attrs, 'label')}
        read={(given) => (given.trim() === '' ? null : given.slice(0, 200))}
        onChange={(label) => onChange({ label })}
      />
      <TextSetting
        label="Alt text"
        value={texts(attrs, 'alt')}
        read={(given) => given.slice(0, 500)}
        onChange={(alt) => onChange({ alt })}
      />
      <NumberSetting
        label="Width (pixels)"
        value={attrs['width']}
        least={1}
        most={800}
        onChange={(width) => onChange({ width })}
      />
      <PictureFacts src={texts(attrs, 'src')} />
    </>
  );
}

function Social({ node: { attrs }, onChange }: Props): ReactNode {
  return Object.entries(NETWORKS).map(([name, label]) => (
    <TextSetting
      key={name}
      label={`${label} URL`}
      value={texts(attrs, name)}
      wrong={ADDRESS}
      read={hrefOf}
      onChange={(href) => onChange({ [name]: href })}
    />
  ));
}

function ButtonOf({ node: { attrs }, onChange }: Props): ReactNode {
  return (
    <>
      <TextSetting
        label="Button text"
        value={texts(attrs, 'label')}
        wrong="Enter the button text."
        read={(given) => (given.trim() === '' ? undefined : given.slice(0, 200))}
        onChange={(label) => onChange({ label })}
      />
      <TextSetting
        label="Link URL"
        value={texts(attrs, 'href')}
        wrong={ADDRESS}
        read={addressGiven}
        onChange={(href) => onChange({ href })}
      />
      <ColourSetting
        label="Button color"
        value={texts(attrs, 'background')}
        onChange={(background) => onChange({ background })}
      />
      <ColourSetting label="Text color" value={texts(attrs, 'color')} onChange={(color) => onChange({ color })} />
    </>
  );
}

function Space({ node: { attrs }, onChange }: Props): ReactNode {
  return (
    <NumberSetting
      label="Height (pixels)"
      value={attrs['height']}
      least={4}
      most={200}
      isNeeded
      onChange={(height) => onChange({ height })}
    />
  );
}

function Section({ node: { attrs }, onChange }: Props): ReactNode {
  const background = texts(attrs, 'background');
  return (
    <>
      <ColourSetting
        label="Background color"
        value={isColour(background) ? background : ''}
        onChange={(next) => onChange({ background: next })}
      />
      <NumberSetting
        label="Vertical padding (pixels)"
        value={attrs['padding']}
        least={0}
        most={64}
        onChange={(padding) => onChange({ padding })}
      />
    </>
  );
}

function Condition({ fields, node: { attrs }, onChange }: Props): ReactNode {
  return <WhenSetting fields={fields} value={texts(attrs, 'when')} onChange={(when) => onChange({ when })} />;
}

function Html({ node: { attrs }, onChange }: Props): ReactNode {
  return (
    <TextArea
      label="HTML"
      rows={12}
      spellCheck={false}
      className="font-mono text-sm"
      defaultValue={texts(attrs, 'html')}
      onChange={({ target }) => onChange({ html: target.value })}
      hint="The HTML is inserted into the email unchanged. You can use merge tags."
    />
  );
}

function Tag({ fields, node: { attrs }, onChange }: Props): ReactNode {
  return (
    <>
      <Combobox
        label="Field"
        name="tag_name"
        choices={fields}
        value={texts(attrs, 'name')}
        onChange={(name) => onChange({ name })}
      />
      <TextSetting
        label="Fallback"
        value={texts(attrs, 'fallback')}
        wrong="Don’t use the characters <, >, {, or }."
        read={(given) => (given === '' ? null : isFallback(given) ? given : undefined)}
        onChange={(fallback) => onChange({ fallback })}
      />
    </>
  );
}
