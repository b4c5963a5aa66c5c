import { partOf } from '../lazy.tsx';

/** The dialog that uploads an image. Its script is loaded on demand, because many pages can open the dialog. */
export const NewImage = partOf(() => import('./new-image.tsx'));

/** The dialog that crops an image of the library. */
export const CropImage = partOf(() => import('./crop-image.tsx'));
