import { randomInt } from 'node:crypto';

// Thirty-two short, plain words each, unlike in sound and shape: a person remembers three of them and sees at once when one is wrong.

const how =
  'brave calm clever cold crisp early fair gentle golden green happy honest icy jolly kind late light lucky merry mild noble plain proud quick quiet rapid silver steady sunny warm wild young';
const who =
  'badger beaver bison camel crane donkey eagle falcon ferret gecko goose heron ibex jackal koala lemur lion marmot moose newt otter owl panda pelican puffin rabbit raven salmon seal tiger walrus zebra';
const what =
  'anchor apple barrel basket bottle button candle carpet compass copper cradle drum feather flute garden hammer helmet island kettle ladder lantern marble mirror paddle pencil pocket ribbon saddle spoon tunnel violin wagon';

/**
 * Three words for the life of one authority. They stand on every question that is LocalAgent's own; pages, tools and models never
 * get them, so a page that draws a question has to guess one of 32,768.
 */
export function makePhrase(): string {
  return [how, who, what].map(pick).join(' ');
}

function pick(words: string): string {
  const list = words.split(' ');
  return list[randomInt(list.length)] ?? '';
}
