import type { Policies } from '../policy.ts';
import { choosing } from './choosing.ts';
import { clicking } from './clicking.ts';
import { dragging } from './dragging.ts';
import { editing } from './editing.ts';
import { geometry } from './geometry.ts';
import { hotCold } from './hot-cold.ts';
import { mail } from './mail.ts';
import { shapes } from './shapes.ts';
import { sites } from './sites.ts';
import { ticTacToe } from './tic-tac-toe.ts';
import { writing } from './writing.ts';

export const policies: Policies = {
  ...clicking,
  ...choosing,
  ...writing,
  ...shapes,
  ...dragging,
  ...geometry,
  ...hotCold,
  ...editing,
  ...mail,
  ...sites,
  ...ticTacToe,
};
