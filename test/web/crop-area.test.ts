import { describe, expect, it } from 'vitest';
import { drawnArea, largestArea, movedTo, ratioOf, withSide } from '../../dashboard/src/images/crop-area.ts';

const IMAGE = { width: 400, height: 300 };
const SQUARE = ratioOf('1:1');

describe('the area to crop', () => {
  it.each([
    ['', { x: 0, y: 0, width: 400, height: 300 }],
    ['1:1', { x: 50, y: 0, width: 300, height: 300 }],
    ['16:9', { x: 0, y: 38, width: 400, height: 225 }],
    ['3:1', { x: 0, y: 84, width: 400, height: 133 }],
  ])('is at first the largest area with the ratio “%s”', (ratio, expected) => {
    expect(largestArea(IMAGE, ratioOf(ratio))).toEqual(expected);
  });

  it.each([
    ['to the right and down', [10, 20], [110, 70], undefined, { x: 10, y: 20, width: 100, height: 50 }],
    ['to the left and up', [110, 70], [10, 20], undefined, { x: 10, y: 20, width: 100, height: 50 }],
    ['past the edges', [390, 290], [900, 900], undefined, { x: 390, y: 290, width: 10, height: 10 }],
    ['nowhere', [10, 20], [10, 20], undefined, { x: 10, y: 20, width: 1, height: 1 }],
    ['nowhere in the corner', [400, 300], [400, 300], undefined, { x: 399, y: 299, width: 1, height: 1 }],
    ['with a ratio', [10, 20], [110, 30], SQUARE, { x: 10, y: 20, width: 100, height: 100 }],
    ['with a ratio and little room', [10, 250], [210, 260], SQUARE, { x: 10, y: 250, width: 50, height: 50 }],
    ['with a ratio to the left and up', [100, 100], [40, 90], SQUARE, { x: 40, y: 40, width: 60, height: 60 }],
  ] as const)('is drawn %s', (_way, [fromX, fromY], [toX, toY], ratio, expected) => {
    expect(drawnArea({ x: fromX, y: fromY }, { x: toX, y: toY }, IMAGE, ratio)).toEqual(expected);
  });

  it('stays inside the image when it is moved', () => {
    const area = { x: 10, y: 10, width: 100, height: 100 };
    expect(movedTo(area, { x: 350, y: -5 }, IMAGE)).toEqual({ ...area, x: 300, y: 0 });
    expect(movedTo(area, { y: 20 }, IMAGE)).toEqual({ ...area, y: 20 });
  });

  it('keeps the ratio and stays inside the image when a side changes', () => {
    const area = { x: 300, y: 200, width: 100, height: 100 };
    expect(withSide(area, 'width', 50, IMAGE, undefined)).toEqual({ ...area, width: 50 });
    expect(withSide(area, 'width', 200, IMAGE, undefined)).toEqual({ ...area, x: 200, width: 200 });
    expect(withSide(area, 'width', 250, IMAGE, SQUARE)).toEqual({ x: 150, y: 50, width: 250, height: 250 });
    expect(withSide(area, 'height', 300, IMAGE, ratioOf('3:1'))).toEqual({ x: 0, y: 167, width: 400, height: 133 });
  });
});
