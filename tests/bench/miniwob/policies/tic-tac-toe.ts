import type { Policies, Policy } from '../policy.ts';
import { all, clickOn, must } from './look.ts';

// The other side plays at random a little more than half of the time, and else wins or blocks when it can. Each move is the one
// that wins most often against that.

type Mark = 'x' | 'o' | null;
type Board = readonly Mark[];

const lines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const;
const randomShare = 0.55;
const movesMax = 5;
const known = new Map<string, number>();

const free = (board: Board): readonly number[] => board.flatMap((mark, at) => (mark === null ? [at] : []));
const wins = (board: Board, mark: Mark): boolean =>
  lines.some((line) => line.every((at) => board[at] === mark));
const set = (board: Board, place: number, mark: Mark): Board =>
  board.map((old, at) => (at === place ? mark : old));

/** The chance to win after the place is taken. */
function chanceOf(board: Board, place: number): number {
  const mine = set(board, place, 'x');
  if (wins(mine, 'x')) return 1;
  const places = free(mine);
  if (places.length === 0) return 0;
  const key = mine.map((mark) => mark ?? '-').join('');
  const before = known.get(key);
  if (before !== undefined) return before;
  const at = (reply: number): number => afterReply(set(mine, reply, 'o'));
  const random = average(places.map(at));
  const finishing = places.filter((reply) => wins(set(mine, reply, 'o'), 'o'));
  const blocking = places.filter((reply) => wins(set(mine, reply, 'x'), 'x'));
  const clever = finishing.length > 0 ? finishing : blocking.length > 0 ? blocking : places;
  const chance = randomShare * random + (1 - randomShare) * average(clever.map(at));
  known.set(key, chance);
  return chance;
}

function afterReply(board: Board): number {
  if (wins(board, 'o') || free(board).length === 0) return 0;
  return Math.max(...free(board).map((place) => chanceOf(board, place)));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const play: Policy = async (_utterance, tools) => {
  for (let move = 0; move < movesMax; move++) {
    const cells = await all(tools, '.ttt-row span');
    const board: Board = cells.map(({ attributes }) => {
      const drawn = attributes['class'] ?? '';
      return drawn.includes('mark-x') ? 'x' : drawn.includes('mark-o') ? 'o' : null;
    });
    if (wins(board, 'x') || wins(board, 'o') || free(board).length === 0) return;
    const chances = free(board).map((place) => ({ place, chance: chanceOf(board, place) }));
    const best = must(chances.sort((one, other) => other.chance - one.chance)[0], 'free place');
    await clickOn(tools, must(cells[best.place], 'place'));
  }
};

export const ticTacToe: Policies = { 'tic-tac-toe': play };
