import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from './figure.ts';

const folder = join(import.meta.dirname, 'figures');

const isFigure = (value: unknown): value is Figure =>
  typeof value === 'object' && value !== null && 'id' in value && 'promise' in value && 'run' in value;

const rank = (figure: Figure): number => Number.parseInt(figure.id.slice(1), 10);

/** All figures in `figures/`, in the order of their numbers. A file there that exports none is an error. */
export const loadFigures = async (): Promise<Figure[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const figures: Figure[] = [];
  for (const name of names) {
    const { figure }: { readonly figure?: unknown } = await import(join(folder, name));
    if (!isFigure(figure)) throw new Error(`tests/proof/figures/${name} exports no \`figure\`.`);
    figures.push(figure);
  }
  return figures.sort((a, b) => rank(a) - rank(b) || a.id.localeCompare(b.id));
};
