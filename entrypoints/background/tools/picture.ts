import type { Box } from '../../../shared/engine-methods.ts';

// Pictures as bytes: their size, and boxes painted over. Painting happens here in the worker, after the
// capture, so that the page is never changed for a picture.

export type PictureFormat = 'png' | 'jpeg' | 'webp';
export type Picture = {
  readonly base64: string;
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
};

const maskColor = '#1b1b1f';
/** Tried in this order until a picture is small enough; the last one is taken in any case. */
const jpegQualities = [0.85, 0.7, 0.5, 0.3] as const;
const qualities = { png: 1, jpeg: 0.85, webp: 0.85 } as const;

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

export function base64Of(bytes: Uint8Array): string {
  const stepBytes = 0x8000;
  let binary = '';
  for (let at = 0; at < bytes.length; at += stepBytes) {
    binary += String.fromCharCode(...bytes.subarray(at, at + stepBytes));
  }
  return btoa(binary);
}

/** Width and height that a PNG's header tells; null for other formats. */
export function pngSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  if (bytes.length < 24 || bytes[0] !== 0x89 || bytes[1] !== 0x50) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Paints boxes over; `scale` is the picture's pixels for one of the boxes' pixels. */
export async function paintOver(
  base64: string,
  format: PictureFormat,
  boxes: readonly Box[],
  scale: number,
): Promise<Picture> {
  const blob = new Blob([bytesOf(base64)], { type: `image/${format}` });
  const bitmap = await createImageBitmap(blob);
  const { width, height } = bitmap;
  if (boxes.length === 0) return { base64, format, width, height };
  const { canvas, context } = canvasOf(bitmap);
  context.fillStyle = maskColor;
  for (const box of boxes) {
    context.fillRect(
      Math.floor(box.x * scale),
      Math.floor(box.y * scale),
      Math.ceil(box.width * scale) + 1,
      Math.ceil(box.height * scale) + 1,
    );
  }
  const painted = await encoded(canvas, format, qualities[format]);
  return { base64: painted, format, width, height };
}

/** The picture as it is if it is small enough, else as a JPEG that is, as far as one can be made. */
export async function withinBytes(picture: Picture, bytesMax: number): Promise<Picture> {
  if (byteCountOf(picture.base64) <= bytesMax) return picture;
  const blob = new Blob([bytesOf(picture.base64)], { type: `image/${picture.format}` });
  const { canvas } = canvasOf(await createImageBitmap(blob));
  let smallest = picture.base64;
  for (const quality of jpegQualities) {
    smallest = await encoded(canvas, 'jpeg', quality);
    if (byteCountOf(smallest) <= bytesMax) break;
  }
  return { ...picture, base64: smallest, format: 'jpeg' };
}

/** Bytes that a base64 text stands for. */
export function byteCountOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

function canvasOf(bitmap: ImageBitmap): {
  readonly canvas: OffscreenCanvas;
  readonly context: OffscreenCanvasRenderingContext2D;
} {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the worker has no 2D canvas');
  context.drawImage(bitmap, 0, 0);
  return { canvas, context };
}

async function encoded(canvas: OffscreenCanvas, format: PictureFormat, quality: number): Promise<string> {
  const blob = await canvas.convertToBlob({ type: `image/${format}`, quality });
  return base64Of(new Uint8Array(await blob.arrayBuffer()));
}
