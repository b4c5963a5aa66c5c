import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { DialogActions } from '../components/dialog.tsx';
import { Field, FormProblem } from '../components/field.tsx';
import { Segments } from '../components/segments.tsx';
import { wrongWith } from '../editor/wrong.ts';
import { transferOf, type Transfer } from '../transfer.ts';
import { useTask } from '../use-task.ts';
import { type Area, drawnArea, largestArea, movedTo, type Point, RATIOS, ratioOf, withSide } from './crop-area.ts';
import { cropped, type Croppable } from './resize.ts';

/** Maximum distance in pixels of the screen between the pointer and the corner that it drags. */
const CORNER_PX = 16;

/** Renders the content of a dialog in which the user crops an image, by dragging or by entering numbers. */
export function CropForm(props: {
  readonly image: Croppable;
  /** Name of the new file. */
  readonly name: string;
  readonly maxWidth?: number | undefined;
  /** Labels of the buttons. */
  readonly words: { readonly crop: string; readonly back: string };
  readonly onCropped: (file: File, transfer: Pick<Transfer, 'upload'>) => Promise<void>;
  readonly onBack: () => void;
}): ReactNode {
  const { image, maxWidth, name, onBack, onCropped, words } = props;
  const { bitmap } = image;
  const [ratio, setRatio] = useState('');
  const [area, setArea] = useState(() => largestArea(bitmap, undefined));
  const { error, isPending, run } = useTask(async (chosen: Area) => {
    const file = await cropped(image, chosen, { name, maxWidth });
    if (!file) throw wrongWith('image', 'Your browser doesn’t have enough memory to crop this image.');
    await onCropped(file, transferOf(new AbortController().signal, nothing));
  }, nothing);
  return (
    <>
      <div>
        <Segments
          label="Aspect ratio"
          choices={RATIOS}
          value={ratio}
          onChange={(value) => {
            setRatio(value);
            if (value !== '') setArea(largestArea(bitmap, ratioOf(value)));
          }}
        />
      </div>
      <Stage bitmap={bitmap} area={area} ratio={ratioOf(ratio)} onChange={setArea} />
      <Numbers bitmap={bitmap} area={area} ratio={ratioOf(ratio)} onChange={setArea} />
      <p className="text-sm text-ink-3">
        Drag on the image to select an area, or enter the size and position in pixels.
      </p>
      <FormProblem problem={error} />
      <DialogActions>
        <Button onClick={onBack}>{words.back}</Button>
        <Button look="primary" isBusy={isPending} onClick={() => run(area)}>
          {words.crop}
        </Button>
      </DialogActions>
    </>
  );
}

function nothing(): void {}

interface Chosen {
  readonly bitmap: ImageBitmap;
  readonly area: Area;
  readonly ratio: number | undefined;
  readonly onChange: (area: Area) => void;
}

/** Renders the size and the position of the chosen part. */
function Numbers({ area, bitmap, onChange, ratio }: Chosen): ReactNode {
  const side = (name: 'width' | 'height') => (value: number) => onChange(withSide(area, name, value, bitmap, ratio));
  return (
    <div className="grid grid-cols-4 gap-3 max-sm:grid-cols-2">
      <Pixels label="Width" value={area.width} least={1} most={bitmap.width} onChange={side('width')} />
      <Pixels label="Height" value={area.height} least={1} most={bitmap.height} onChange={side('height')} />
      <Pixels
        label="Distance from left"
        value={area.x}
        least={0}
        most={bitmap.width - area.width}
        onChange={(x) => onChange(movedTo(area, { x }, bitmap))}
      />
      <Pixels
        label="Distance from top"
        value={area.y}
        least={0}
        most={bitmap.height - area.height}
        onChange={(y) => onChange(movedTo(area, { y }, bitmap))}
      />
    </div>
  );
}

/** Renders a number of pixels. Input out of range is not applied, and is reset when the field loses the focus. */
function Pixels(props: {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}): ReactNode {
  const { label, least, most, onChange, value } = props;
  const [typed, setTyped] = useState<string>();
  return (
    <Field
      label={label}
      name={label}
      type="number"
      min={least}
      max={most}
      value={typed ?? String(value)}
      onBlur={() => setTyped(undefined)}
      onChange={({ target }) => {
        setTyped(target.value);
        const next = Number(target.value);
        if (target.value !== '' && Number.isInteger(next) && next >= least && next <= most) onChange(next);
      }}
    />
  );
}

/** Renders the image with the chosen part, which the pointer moves, resizes, or draws again. */
function Stage({ area, bitmap, onChange, ratio }: Chosen): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  /** Returns the new area for a position of the pointer. Undefined unless the user is dragging. */
  const drag = useRef<(to: Point) => Area>(undefined);
  useEffect(() => canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0), [bitmap]);
  const at = (event: PointerEvent): Point & { readonly scale: number } => {
    const { height, left, top, width } = event.currentTarget.getBoundingClientRect();
    const scale = bitmap.width / width;
    return {
      x: Math.round((event.clientX - left) * scale),
      y: Math.round(((event.clientY - top) * bitmap.height) / height),
      scale,
    };
  };
  const start = (event: PointerEvent): void => {
    const from = at(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = dragOf(area, from, from.scale * CORNER_PX, { bitmap, ratio });
  };
  const percent = (part: number, of: number): string => `${(100 * part) / of}%`;
  return (
    <div className="flex justify-center bg-sunken">
      <div
        className="relative touch-none overflow-hidden"
        onPointerDown={start}
        onPointerMove={(event) => drag.current && onChange(drag.current(at(event)))}
        onPointerUp={() => (drag.current = undefined)}
        onPointerCancel={() => (drag.current = undefined)}
      >
        <canvas
          ref={canvas}
          width={bitmap.width}
          height={bitmap.height}
          role="img"
          aria-label="Image to crop"
          className="block max-h-[45dvh] max-w-full"
        />
        <div
          aria-hidden
          className="pointer-events-none absolute border-2 border-[oklch(1_0_0)] shadow-[0_0_0_200vmax_oklch(0.16_0.02_270/0.6)]"
          style={{
            left: percent(area.x, bitmap.width),
            top: percent(area.y, bitmap.height),
            width: percent(area.width, bitmap.width),
            height: percent(area.height, bitmap.height),
          }}
        />
      </div>
    </div>
  );
}

/**
 * Returns a function that converts the position of the pointer to the new area. A drag that starts near a corner
 * resizes the area. A drag that starts inside the area moves it, unless the area is the whole image. Any other drag
 * draws a new area.
 */
function dragOf(
  area: Area,
  from: Point,
  near: number,
  { bitmap, ratio }: { readonly bitmap: ImageBitmap; readonly ratio: number | undefined },
): (to: Point) => Area {
  const [right, bottom] = [area.x + area.width, area.y + area.height];
  for (const [x, opposite] of [
    [area.x, right],
    [right, area.x],
  ] as const) {
    for (const [y, across] of [
      [area.y, bottom],
      [bottom, area.y],
    ] as const) {
      const isNear = Math.abs(from.x - x) <= near && Math.abs(from.y - y) <= near;
      if (isNear) return (to) => drawnArea({ x: opposite, y: across }, to, bitmap, ratio);
    }
  }
  const isInside = from.x > area.x && from.x < right && from.y > area.y && from.y < bottom;
  const isWhole = area.width === bitmap.width && area.height === bitmap.height;
  if (!isInside || isWhole) return (to) => drawnArea(from, to, bitmap, ratio);
  return (to) => movedTo(area, { x: area.x + to.x - from.x, y: area.y + to.y - from.y }, bitmap);
}
