/** Size of an image in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of an image, in pixels from the top left corner. */
export interface Area extends Size {
  readonly x: number;
  readonly y: number;
}

/** A position in an image, in pixels from the top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Aspect ratios that users can choose. The empty string allows any ratio. */
export const RATIOS = [
  { value: '', label: 'Free' },
  { value: '1:1', label: '1:1' },
  { value: '4:3', label: '4:3' },
  { value: '16:9', label: '16:9' },
  { value: '3:1', label: '3:1' },
] as const;

/** Returns the width of an aspect ratio divided by its height. Returns undefined for the free ratio. Pure. */
export function ratioOf(value: string): number | undefined {
  const [width = 0, height = 0] = value.split(':').map(Number);
  return height > 0 ? width / height : undefined;
}

/** Returns the largest area of an image with an aspect ratio, in the middle of the image. Pure. */
export function largestArea(image: Size, ratio: number | undefined): Area {
  const { height, width } = fitted(image, image, ratio);
  return { x: Math.round((image.width - width) / 2), y: Math.round((image.height - height) / 2), width, height };
}

/** Returns the area that a user draws from one corner to the opposite corner. Stays inside the image. Pure. */
export function drawnArea(from: Point, to: Point, image: Size, ratio: number | undefined): Area {
  const start = inside(from, image);
  const end = inside(to, image);
  const [isLeft, isUp] = [end.x < start.x, end.y < start.y];
  const room = { width: isLeft ? start.x : image.width - start.x, height: isUp ? start.y : image.height - start.y };
  const drawn = { width: Math.abs(end.x - start.x), height: Math.abs(end.y - start.y) };
  const wanted = ratio === undefined ? drawn : { width: Math.max(drawn.width, drawn.height * ratio), height: Infinity };
  const { height, width } = fitted(wanted, { width: Math.max(1, room.width), height: Math.max(1, room.height) }, ratio);
  return movedTo(
    { x: isLeft ? start.x - width : start.x, y: isUp ? start.y - height : start.y, width, height },
    {},
    image,
  );
}

/** Returns an area at another position, inside the image. Pure. */
export function movedTo(area: Area, to: Partial<Point>, image: Size): Area {
  const { x, y } = { ...area, ...to };
  return {
    ...area,
    x: Math.round(Math.min(Math.max(0, x), image.width - area.width)),
    y: Math.round(Math.min(Math.max(0, y), image.height - area.height)),
  };
}

/** Returns an area with another width or height. The other side follows the aspect ratio, if there is one. Pure. */
export function withSide(area: Area, side: keyof Size, value: number, image: Size, ratio: number | undefined): Area {
  const follows = ratio === undefined ? area : { width: value * ratio, height: value / ratio };
  const size = side === 'width' ? { width: value, height: follows.height } : { width: follows.width, height: value };
  return movedTo({ ...area, ...fitted(size, image, ratio) }, {}, image);
}

/** Returns the largest size with an aspect ratio that fits into two sizes, with sides of at least one pixel. */
function fitted(wanted: Size, room: Size, ratio: number | undefined): Size {
  const width = Math.min(wanted.width, room.width);
  const height = Math.min(wanted.height, room.height);
  if (ratio === undefined) return whole(width, height);
  return width / ratio <= height ? whole(width, width / ratio) : whole(height * ratio, height);
}

function whole(width: number, height: number): Size {
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}

function inside({ x, y }: Point, { height, width }: Size): Point {
  return { x: Math.min(Math.max(0, x), width), y: Math.min(Math.max(0, y), height) };
}
