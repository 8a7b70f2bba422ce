import type { Node } from 'acorn';
import { Stop } from './values.ts';

/** Ends the script: there is no such thing in the language, whether or not anybody checked it before. */
export function notThere(node: Node): never {
  throw new Stop('not-in-language', `${String(node.type).slice(0, 50)} is not part of the language here.`);
}
