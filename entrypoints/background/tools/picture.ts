import type { Box } from '../../../shared/engine-methods.ts';

// Pictures as bytes: their size, and boxes painted over. Painting happens here in the worker, after the
// capture, so that the page is never changed for a picture.

export type Picture = { readonly base64: string; readonly width: number; readonly height: number };
export type PictureFormat = 'png' | 'jpeg' | 'webp';

const maskColor = '#1b1b1f';
const qualities = { png: 1, jpeg: 0.85, webp: 0.85 } as const;

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

function base64Of(bytes: Uint8Array): string {
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
  if (boxes.length === 0) return { base64, width, height };
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the worker has no 2D canvas');
  context.drawImage(bitmap, 0, 0);
  context.fillStyle = maskColor;
  for (const box of boxes) {
    context.fillRect(
      Math.floor(box.x * scale),
      Math.floor(box.y * scale),
      Math.ceil(box.width * scale) + 1,
      Math.ceil(box.height * scale) + 1,
    );
  }
  const painted = await canvas.convertToBlob({ type: `image/${format}`, quality: qualities[format] });
  return { base64: base64Of(new Uint8Array(await painted.arrayBuffer())), width, height };
}
